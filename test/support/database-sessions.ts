/** One long session in the tables of each agent: parallel calls, an error, results that are short, empty or missing. */
import { type AGENT_DATABASES, cursorStore, type Sql } from "./databases.ts";

/** A call; its output, if it was answered. */
export interface Call {
  readonly id: string;
  readonly output?: string;
  readonly isError?: true;
}

interface Step {
  readonly user?: string;
  readonly say?: string;
  readonly calls: readonly Call[];
}

/** The steps of that session. */
export const STEPS: readonly Step[] = [
  {
    user: "Who nests here?",
    say: "I look.",
    calls: [
      { id: "a1", output: "Ähre 🌾 \u2028 'quoted' \"twice\"\n".repeat(40) },
      { id: "a2", output: "short" },
      { id: "a3", output: '{"nested": "{\\"deep\\": 1}", "n": 12345678901234567890}'.repeat(9) },
    ],
  },
  {
    calls: [
      { id: "b1", output: `Error: no such nest\n${"at line 1\n".repeat(60)}`, isError: true },
    ],
  },
  { user: "Go on.", calls: [{ id: "c1", output: "" }] },
  { calls: [{ id: "d1" }, { id: "d2", output: "wren\r\n".repeat(80) }] },
  { say: "And once more.", calls: [{ id: "e1", output: "robin\n".repeat(90) }] },
  { say: "Wrens and robins.", calls: [] },
];

const ARGS = { command: "look 'here'" };
const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const string = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Calls `each` with a number that grows, for ids and times. */
function numbered(each: (at: () => number) => readonly string[]): Sql {
  let at = 100;
  return each(() => at++);
}

const done = (calls: readonly Call[]) =>
  calls.flatMap(({ id, output, isError }) =>
    output === undefined ? [] : [{ id, output, isError }],
  );

/** The statements that add the session `nests` to a database of each agent. */
export const NESTS: Readonly<Record<keyof typeof AGENT_DATABASES, Sql>> = {
  opencode: numbered((at) => {
    const message = (info: object, parts: readonly object[]) => {
      const id = `msg_${at()}`;
      return [
        `INSERT INTO message VALUES ('${id}', 'nests', ${at()}, 1, ${json(info)})`,
        ...parts.map(
          (part) =>
            `INSERT INTO part VALUES ('prt_${at()}', '${id}', 'nests', 1, 1, ${json(part)})`,
        ),
      ];
    };
    const state = ({ output, isError }: Call) => {
      const time = { start: 1, end: 2 };
      if (output === undefined) return { status: "running", input: ARGS, time: { start: 1 } };
      return isError
        ? { status: "error", input: ARGS, error: output, time }
        : { status: "completed", input: ARGS, output, metadata: {}, title: "", time };
    };
    return [
      `INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated)
        VALUES ('nests', 'global', 'calm', '/home/dev/wood', 'Nests', '1.18.33', 5000, 6000)`,
      ...STEPS.flatMap(({ user, say, calls }) => [
        ...(user === undefined
          ? []
          : message({ role: "user", time: { created: 1 } }, [{ type: "text", text: user }])),
        ...message({ role: "assistant", time: { created: 1 } }, [
          ...(say === undefined ? [] : [{ type: "text", text: say }]),
          ...calls.map((call) => ({
            type: "tool",
            tool: "bash",
            callID: call.id,
            state: state(call),
          })),
        ]),
      ]),
    ];
  }),
  goose: numbered((at) => {
    const message = (role: string, content: readonly object[]) =>
      `INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp) VALUES ('m', 'nests', '${role}', ${json(content)}, ${at()})`;
    return [
      "INSERT INTO sessions (id, name, working_dir) VALUES ('nests', 'Nests', '/home/dev/wood')",
      ...STEPS.flatMap(({ user, say, calls }) => [
        ...(user === undefined ? [] : [message("user", [{ type: "text", text: user }])]),
        message("assistant", [
          ...(say === undefined ? [] : [{ type: "text", text: say }]),
          ...calls.map(({ id }) => ({
            type: "toolRequest",
            id,
            toolCall: { status: "success", value: { name: "shell", arguments: ARGS } },
          })),
        ]),
        // Results of parallel calls are in another order.
        ...(done(calls).length === 0
          ? []
          : [
              message(
                "user",
                done(calls)
                  .reverse()
                  .map(({ id, output, isError }) => ({
                    type: "toolResponse",
                    id,
                    toolResult: isError
                      ? { status: "error", error: output }
                      : {
                          status: "success",
                          value: { content: [{ type: "text", text: output }], isError: false },
                        },
                  })),
              ),
            ]),
      ]),
    ];
  }),
  hermes: numbered((at) => {
    const message = (values: Readonly<Record<string, string>>) =>
      `INSERT INTO messages (session_id, timestamp, ${Object.keys(values).join(", ")}) VALUES ('nests', ${at()}, ${Object.values(values).join(", ")})`;
    return [
      "INSERT INTO sessions (id, source, started_at) VALUES ('nests', 'cli', 1793600009)",
      ...STEPS.flatMap(({ user, say = "", calls }) => [
        ...(user === undefined ? [] : [message({ role: "'user'", content: string(user) })]),
        message({
          role: "'assistant'",
          content: string(say),
          tool_calls:
            calls.length === 0
              ? "NULL"
              : json(
                  calls.map(({ id }) => ({
                    id,
                    type: "function",
                    function: { name: "terminal", arguments: JSON.stringify(ARGS) },
                  })),
                ),
        }),
        ...done(calls).map(({ id, output }) =>
          message({ role: "'tool'", content: string(output), tool_call_id: `'${id}'` }),
        ),
        message({ role: "'tool'", content: "'rewound'", active: "0" }),
      ]),
    ];
  }),
  crush: numbered((at) => {
    const message = (role: string, parts: readonly (readonly [string, object])[]) => {
      const n = at();
      return `INSERT INTO messages (id, session_id, role, parts, created_at, updated_at) VALUES ('n${n}', 'nests', '${role}', ${json(parts.map(([type, data]) => ({ type, data })))}, ${n}, 1)`;
    };
    return [
      "INSERT INTO sessions (id, title, updated_at, created_at) VALUES ('nests', 'Nests', 1793600200, 1793600150)",
      ...STEPS.flatMap(({ user, say, calls }) => [
        ...(user === undefined ? [] : [message("user", [["text", { text: user }]])]),
        message("assistant", [
          ...(say === undefined ? [] : [["text", { text: say }] as const]),
          ...calls.map(
            ({ id }) =>
              [
                "tool_call",
                { id, name: "bash", input: JSON.stringify(ARGS), finished: true },
              ] as const,
          ),
        ]),
        ...(done(calls).length === 0
          ? []
          : [
              message(
                "tool",
                done(calls).map(
                  ({ id, output, isError = false }) =>
                    [
                      "tool_result",
                      { tool_call_id: id, name: "bash", content: output, is_error: isError },
                    ] as const,
                ),
              ),
            ]),
      ]),
    ];
  }),
  cursor: numbered((at) => {
    const bubbles = STEPS.flatMap(({ user, say, calls }) => [
      ...(user === undefined ? [] : [{ type: 1, text: user }]),
      ...(say === undefined ? [] : [{ type: 2, text: say }]),
      ...calls.map(({ id, output, isError }) => ({
        type: 2,
        text: "",
        toolFormerData: {
          name: "run_terminal_command_v2",
          toolCallId: id,
          status: isError ? "error" : "completed",
          rawArgs: JSON.stringify(ARGS),
          ...(isError ? { error: output } : { result: output }),
        },
      })),
    ]);
    const named = bubbles.map((bubble) => ({ id: `n${at()}`, bubble }));
    const value = (key: string, what: object) =>
      `INSERT INTO cursorDiskKV VALUES ('${key}', CAST(${json(what)} AS BLOB))`;
    const headers = named.map(({ id, bubble }) => ({ bubbleId: id, type: bubble.type }));
    return [
      ...named.map(({ id, bubble }) => value(`bubbleId:nests:${id}`, bubble)).reverse(),
      value("composerData:nests", {
        composerId: "nests",
        createdAt: 9000,
        fullConversationHeadersOnly: headers,
      }),
    ];
  }),
  "cursor-agent": cursorStore({
    about: { agentId: "nests", createdAt: 1, latestRootBlobId: "f".repeat(64) },
    named: STEPS.flatMap(({ user, say, calls }) => [
      ...(user === undefined ? [] : [{ role: "user", content: user }]),
      {
        role: "assistant",
        content: [
          ...(say === undefined ? [] : [{ type: "text", text: say }]),
          ...calls.map(({ id }) => ({
            type: "tool-call",
            toolCallId: id,
            toolName: "Shell",
            args: ARGS,
          })),
        ],
      },
      ...done(calls).map(({ id, output }) => ({
        role: "tool",
        content: [{ type: "tool-result", toolCallId: id, toolName: "Shell", result: output }],
      })),
    ]),
    unnamed: [
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "x", toolName: "Shell", result: "taken back" },
        ],
      },
    ],
  }),
  kiro: numbered(() => {
    const use = ({ say = "", calls }: Step) =>
      calls.length === 0
        ? { Response: { message_id: null, content: say } }
        : {
            ToolUse: {
              message_id: "m",
              content: say,
              tool_uses: calls.map(({ id }) => ({
                id,
                name: "fs_read",
                orig_name: "fs_read",
                args: ARGS,
              })),
            },
          };
    const results = (step: Step | undefined) =>
      done(step?.calls ?? []).map(({ id, output, isError }) => ({
        tool_use_id: id,
        content: [{ Text: output }],
        status: isError ? "Error" : "Success",
      }));
    const history = STEPS.map((step, at) => {
      const tool_use_results = results(STEPS[at - 1]);
      const content =
        step.user === undefined
          ? { ToolUseResults: { tool_use_results } }
          : at === 0
            ? { Prompt: { prompt: step.user } }
            : { CancelledToolUses: { prompt: step.user, tool_use_results } };
      return { user: { content, images: null }, assistant: use(step), request_metadata: null };
    });
    const state = {
      conversation_id: "nests",
      history,
      valid_history_range: [0, history.length],
      latest_summary: null,
    };
    return [
      `INSERT INTO conversations_v2 VALUES ('/home/dev/wood', 'nests', ${json(state)}, 1, 1793600400000)`,
    ];
  }),
  devin: numbered((at) => {
    let parent = "NULL";
    const node = (message: object, isTaken = true) => {
      const n = at();
      const sql = `INSERT INTO message_nodes (session_id, node_id, parent_node_id, chat_message, created_at) VALUES ('nests', ${n}, ${parent}, ${json(message)}, 1)`;
      if (isTaken) parent = `${n}`;
      return sql;
    };
    const nodes = STEPS.flatMap(({ user, say = "", calls }) => [
      ...(user === undefined ? [] : [node({ role: "user", content: user })]),
      node({
        role: "assistant",
        content: say,
        tool_calls: calls.map(({ id }) => ({
          id,
          name: "exec",
          arguments: ARGS,
          kind: "function",
        })),
      }),
      node({ role: "tool", tool_call_id: "x", content: "taken back" }, false),
      ...done(calls).map(({ id, output }) =>
        node({ role: "tool", tool_call_id: id, content: output }),
      ),
    ]);
    return [
      `INSERT INTO sessions VALUES ('nests', '/home/dev/wood', 'windsurf', 'swe-2', 'normal', 1793600500, 1793600600, 'Nests', ${parent}, 0, NULL)`,
      ...nodes,
    ];
  }),
};
