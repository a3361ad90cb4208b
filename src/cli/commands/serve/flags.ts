import type { LivePolicy } from "../../../serve/editor/editing.ts";
import type { ArgumentType } from "../../options/argument-types.ts";
import {
  expected,
  listOf,
  oneOf,
  size,
  text,
  wholeNumberFrom1,
} from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

const POLICIES = ["observe", "first-sight", "window"] as const satisfies readonly LivePolicy[];

const port: ArgumentType<number> = (value) => {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 65_536;
  if (number > 65_535) throw expected("a port from 0 (any that is free) to 65535", value);
  return number;
};

/** Without defaults: each applies only with another option or word, which is checked if it is given. */
const { default: _window, ...WINDOW } = COMPACT_FLAGS.window;
const { default: _report, ...REPORT } = RESULT_FLAGS.report;

export const SERVE_FLAGS = {
  upstream: {
    flags: "--upstream <address>",
    description:
      "where requests go: https://api.anthropic.com, or /openai=https://api.openai.com for those below a path (may be given again)",
    brief: "where requests go: https://api.anthropic.com",
    group: "Proxy",
    type: listOf(text),
    environment: false,
  },
  policy: {
    flags: "--policy <name>",
    description:
      "observe changes nothing and counts what first-sight would; first-sight shortens large tool results before they are sent for the first time; window masks old ones, in steps, of models that do not bind reasoning",
    brief: "observe, first-sight (shorten new results) or window",
    group: "Proxy",
    type: oneOf(POLICIES),
    default: "observe",
    environment: false,
  },
  firstSight: {
    flags: "--first-sight <size>",
    description:
      "results of more chars than this are shortened to it when they are new (default: 8k; with --policy window none is, unless this is given)",
    brief: "shorten new results larger than this (default: 8k)",
    group: "Proxy",
    type: size,
    environment: false,
  },
  window: {
    ...WINDOW,
    description:
      "with --policy window: the tool results of the newest n turns stay as they are (default: 10)",
    brief: "with --policy window: turns that stay (default: 10)",
    group: "Proxy",
    environment: false,
  },
  every: {
    ...COMPACT_FLAGS.every,
    description:
      "with --policy window: mask at every n-th turn alone, since each time a cache is written again from there on (default: 20)",
    brief: "with --policy window: its steps (default: 20 turns)",
    group: "Proxy",
    type: wholeNumberFrom1,
    environment: false,
  },
  port: {
    flags: "--port <number>",
    description: "the port to listen on; 0: any that is free",
    group: "Proxy",
    type: port,
    default: 8019,
    environment: false,
  },
  host: {
    flags: "--host <address>",
    description: "the address to listen on; other than loopback it needs --token",
    group: "Proxy",
    type: text,
    default: "127.0.0.1",
    environment: false,
  },
  token: {
    flags: "--token <text>",
    description:
      "requests must have this in x-elision-token; ELISION_TOKEN keeps it off the command line",
    group: "Proxy",
    type: text,
    environment: false,
  },
  state: {
    flags: "--state <dir>",
    description:
      "remember here how results were sent, so that a restart changes nothing (default: the user's data folder)",
    brief: "remember here how results were sent",
    group: "Proxy",
    type: text,
    environment: false,
  },
  forecast: {
    flags: "--forecast <file>",
    description:
      "show what elision compare forecast for this policy next to what is saved; the file is its --report json",
    brief: "a report of elision compare, to hold savings against",
    group: "Proxy",
    type: text,
    environment: false,
  },
  showText: {
    flags: "--show-text",
    description: "the page /_elision shows the start of tasks and of shortened results",
    group: "Proxy",
    environment: false,
  },
  archive: {
    ...COMPACT_FLAGS.archive,
    description:
      "keep the whole results in this folder, for elision show (default: the user's archive)",
    brief: "keep the whole results here, for elision show",
    group: "Proxy",
    environment: false,
  },
  noArchive: {
    ...COMPACT_FLAGS.noArchive,
    description: "keep the whole results nowhere",
    group: "Proxy",
    environment: false,
  },
  report: {
    ...REPORT,
    description: "with status: a table, or all that is known as json",
    brief: "with status: table or json",
    group: "Proxy",
    type: oneOf(["table", "json"] as const),
  },
  quiet: {
    ...COMPACT_FLAGS.quiet,
    description: "no line for each request on stdout",
    group: "Proxy",
  },
} as const satisfies Flags;

/** The options of `serve`, as values. */
export type ServeFlags = Omit<ValuesOf<typeof SERVE_FLAGS>, "archive"> & {
  readonly archive?: string | false | undefined;
};
