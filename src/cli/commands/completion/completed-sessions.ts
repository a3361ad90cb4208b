import { FOUND_BY_CONTENT } from "../../../formats/registry/format-choice.ts";
import { readAgents } from "../../sessions/session-places.ts";

/** Names of sessions, in the place of files: what follows "@". */
export const SESSION_WORDS = [
  "latest",
  "project",
  ...readAgents(FOUND_BY_CONTENT.among.all).map((agent) => `latest:${agent}`),
].map((name) => `@${name}`);
