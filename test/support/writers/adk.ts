import type { Writer } from "./writer.ts";

/** A session of ADK; every second turn is by another agent, without ids, and says `result` for `output`. */
export const adk: Writer = {
  layout: "document",
  write({ system, task, turns, orphan }) {
    const events: unknown[] = [];
    let time = 1772528000.125;
    const add = (author: string, role: string, parts: readonly unknown[]) => {
      const number = events.length;
      events.push({
        content: { parts, role },
        invocationId: `e-${number % 3}`,
        author,
        actions: { stateDelta: {}, artifactDelta: {}, requestedAuthConfigs: {} },
        id: `event-${number}`,
        timestamp: time++,
      });
    };
    const response = (id: string | undefined, name: string, answer: string) => ({
      functionResponse: {
        ...(id !== undefined && { id }),
        name,
        response: id === undefined ? { result: answer } : { output: answer },
      },
    });
    add("user", "user", [{ text: task }]);
    if (orphan !== undefined) add("user", "user", [response("nobody", "read", orphan)]);
    turns.forEach(({ said, calls, user }, turn) => {
      const isFirst = turn % 2 === 0;
      const author = isFirst ? "pilot" : "navigator";
      const asked = calls.map(({ id, name, args }) => ({
        functionCall: { ...(isFirst && { id }), args: JSON.parse(args), name },
      }));
      add(author, "model", [...(said === null ? [] : [{ text: said }]), ...asked]);
      const answers = calls.flatMap(({ id, name, answer }) =>
        answer === undefined ? [] : [response(isFirst ? id : undefined, name, answer)],
      );
      if (answers.length > 0) add(author, "user", answers);
      if (user !== undefined) add("user", "user", [{ text: user }]);
    });
    const state = system === undefined ? {} : { persona: system };
    return [{ id: "s", appName: "harbour", userId: "u", state, events, lastUpdateTime: time }];
  },
};
