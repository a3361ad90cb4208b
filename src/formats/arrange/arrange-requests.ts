import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/**
 * Marks of `arrangeRequests`. `request`: the messages that follow are a new one, or, with an id, take the place of that
 * number. `result` and `response`: they are those of request `id`, or of the latest, in place of earlier ones; a
 * `response` without `parent` goes on. `prompt`: the next message takes the place of what was asked. `summary`: the
 * next message replaces everything before it. `keep`: only the first `id` requests stay.
 */
export const REQUEST_MARKS = {
  request: "request",
  result: "result",
  response: "response",
  prompt: "prompt",
  summary: "summary",
  keep: "keep",
} as const;

/** A request: what was asked, the rounds of an agent, and what is said if there are none. */
interface Request {
  asked: number[];
  result: number[];
  response: number[];
  /** Where in the result its last summary is. */
  summary: number;
}

/**
 * Arranges a log of changes to a list of requests: what was replaced or taken back is dead, and so is what is before
 * the last summary.
 */
export function arrangeRequests(found: Sequence<Found>): readonly Arrangement[] {
  const log = new RequestLog();
  for (const each of found) {
    if (each.mark === undefined) log.add(each.index);
    else log.change(each.mark, { id: each.id, parent: each.parent });
  }
  return [log.arrangement()];
}

class RequestLog {
  private list: Request[] = [];
  private readonly dead: number[] = [];
  private at: Request | undefined;
  private into: "asked" | "result" | "response" = "asked";
  private isPrompt = false;

  add(index: number): void {
    const request = this.at ?? this.requestAt(undefined);
    const { isPrompt } = this;
    this.isPrompt = false;
    if (!isPrompt) request[this.into].push(index);
    else {
      addTo(this.dead, request.asked);
      request.asked = [index];
    }
  }

  change(
    mark: string,
    { id, parent }: { readonly id: string | undefined; readonly parent: string | undefined },
  ): void {
    switch (mark) {
      case REQUEST_MARKS.keep:
        for (const request of this.list.splice(Number(id))) this.bury(request);
        this.at = undefined;
        return;
      case REQUEST_MARKS.request:
        this.at = this.replaced(id === undefined ? this.list.length : Number(id));
        this.into = "asked";
        return;
      case REQUEST_MARKS.result:
      case REQUEST_MARKS.response:
        this.at = this.requestAt(id);
        this.into = mark;
        if (mark === REQUEST_MARKS.response && id !== undefined && parent === undefined) return;
        addTo(this.dead, this.at[mark]);
        this.at[mark] = [];
        if (mark === REQUEST_MARKS.result) this.at.summary = -1;
        return;
      case REQUEST_MARKS.prompt:
        this.isPrompt = true;
        return;
      case REQUEST_MARKS.summary:
        if (this.at !== undefined) this.at.summary = this.at.result.length;
        return;
    }
  }

  arrangement(): Arrangement {
    const dead = [...this.dead];
    let live: number[] = [];
    for (const { asked, result, response, summary } of this.list) {
      if (result.length > 0) addTo(dead, response);
      const said = result.length > 0 ? result : response;
      if (summary < 0) addTo(live, asked, said);
      else {
        addTo(dead, live, asked, result.slice(0, summary));
        live = result.slice(summary);
      }
    }
    dead.sort((a, b) => a - b);
    return { messages: dead.concat(live), dead: dead.length };
  }

  /** The request of a number, or the latest; a log that lost its beginning may not have it. */
  private requestAt(id: string | undefined): Request {
    const known = id === undefined ? this.at : this.list[Number(id)];
    return known ?? this.replaced(this.list.length);
  }

  private replaced(number: number): Request {
    const old = this.list[number];
    const request: Request = { asked: [], result: [], response: [], summary: -1 };
    if (old === undefined) this.list.push(request);
    else {
      this.bury(old);
      this.list[number] = request;
    }
    return request;
  }

  private bury({ asked, result, response }: Request): void {
    addTo(this.dead, asked, result, response);
  }
}

/** Adds lists to a list; a call takes fewer arguments than a list may have items. */
function addTo(list: number[], ...others: readonly (readonly number[])[]): void {
  for (const other of others) for (const index of other) list.push(index);
}
