import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { offeredBy, type Said, talkOf } from "./talk.ts";
import { callFor, type Wish } from "./tool-calls.ts";
import {
  anthropicWire,
  type Brought,
  chatWire,
  geminiWire,
  responsesWire,
  type Wire,
} from "./wires.ts";

/** A request for a reply, and how it was answered. */
export interface Asked extends Brought {
  readonly status: 200 | 400;
  readonly talk: readonly Said[];
}

/** What a model wants next, told of what was said so far: what there is no tool for is passed over. */
export interface Plan {
  readonly wishes: readonly Wish[];
  readonly text?: string;
  readonly inputTokens?: number;
}

/** A request and its reply as they were on the wire. */
export interface OnWire {
  readonly id: string;
  readonly sent: Buffer;
  readonly status: number;
  readonly reply: Buffer;
}

/** A provider on this machine that binds reasoning, and asks for one shell command a turn. */
export interface Provider {
  readonly url: string;
  /** The requests since the last time that this was called. */
  taken(): readonly Asked[];
  close(): Promise<void>;
}

const WIRES: readonly Wire[] = [anthropicWire, responsesWire, chatWire, geminiWire];

/** The shell commands that it asks for before it says that it is done. */
export const COMMANDS = 6;

/** Asks for so many shell commands, one a turn, each of which prints so many lines. */
export function countingOn(commands: number, lines = 100) {
  return (talk: readonly Said[], count: number): Plan => {
    const isEnough = talk.filter(({ from }) => from === "tool").length >= commands;
    const text = countingFrom(count * lines, lines);
    return { wishes: isEnough ? [] : [{ do: "run", text }] };
  };
}

/** A command that prints lines, a hundred if not said otherwise. */
export const countingFrom = (first: number, lines = 100): string =>
  `seq ${first} ${first + lines - 1} | sed 's/^/result line /'`;

/**
 * Starts a provider on loopback that asks for so many shell commands, or for what a plan says. `onWire` gets
 * requests that have an id in `x-tap`.
 */
export async function startProvider({
  commands = COMMANDS,
  plan = countingOn(commands),
  refuses = true,
  onWire,
}: {
  readonly commands?: number;
  /** Whether it refuses broken reasoning: what agents compact themselves may have some. */
  readonly refuses?: boolean;
  plan?(talk: readonly Said[], count: number): Plan;
  onWire?(exchange: OnWire): void;
} = {}): Promise<Provider> {
  let asked: Asked[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const id = request.headers["x-tap"];
    if (onWire !== undefined && typeof id === "string") {
      const end = response.end.bind(response) as (text: string) => typeof response;
      response.end = ((text: string) => {
        const sent = Buffer.concat(chunks);
        onWire({ id, sent, status: response.statusCode, reply: Buffer.from(text) });
        return end(text);
      }) as typeof response.end;
    }
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const url = request.url ?? "";
      const wire = WIRES.find(({ path }) => url.includes(path));
      if (request.method !== "POST" || wire === undefined || url.includes("count_tokens"))
        return json(response, 200, NOTHING);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      // Of these Gemini CLI wants another form of answer.
      if (wire === geminiWire && !hasTools(body)) return json(response, 200, ASIDE);
      const brought = wire.read(body);
      const status = refuses && wire.refuses(body) && brought.blocks.includes(false) ? 400 : 200;
      const talk = talkOf(body);
      // Questions on the side, such as for a title, come without tools.
      if (hasTools(body)) asked.push({ ...brought, status, talk });
      if (status === 400) return json(response, 400, REFUSED);
      count++;
      const { wishes, text = "Done.", inputTokens = 100 } = plan(talk, count);
      const tools = offeredBy(body);
      const calls = wishes.flatMap((wish, at) => callFor(wish, tools, `call_${count}_${at}`) ?? []);
      const answer = wire.answer(body, count, { calls, text, inputTokens });
      const type = answer.startsWith("{") ? "application/json" : "text/event-stream";
      response.writeHead(200, { "content-type": type });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const all = asked;
      asked = [];
      return all;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Of models, of tokens, and of what Amp asks its server. */
const NOTHING = {
  data: [],
  models: [],
  input_tokens: 100,
  totalTokens: 100,
  ok: true,
  result: { id: "user", username: "user", email: "user@example.org", features: [] },
};

const ASIDE = {
  candidates: [
    {
      content: {
        role: "model",
        parts: [
          {
            text: '{"complexity_reasoning":"x","complexity_score":10,"reasoning":"x","model_choice":"flash","next_speaker":"user"}',
          },
        ],
      },
      finishReason: "STOP",
      index: 0,
    },
  ],
};

const REFUSED = {
  type: "error",
  error: {
    type: "invalid_request_error",
    message: "messages: a thinking block does not match the conversation before it",
  },
};

function hasTools(body: Readonly<Record<string, unknown>>): boolean {
  // Amp has a title given by a tool.
  return offeredBy(body).some(({ name }) => name !== "set_title");
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
