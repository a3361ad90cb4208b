/** Keys and words that the readers of several formats look up in every message. */
import { Key } from "../../json/tree/key.ts";

export const TYPE = new Key("type");
export const ROLE = new Key("role");
export const CONTENT = new Key("content");
export const TEXT_KEY = new Key("text");
export const NAME = new Key("name");
export const ID = new Key("id");
export const MODEL = new Key("model");
export const CALL_ID = new Key("call_id");
export const USER = new Key("user");
export const ASSISTANT = new Key("assistant");
export const SYSTEM = new Key("system");
export const DEVELOPER = new Key("developer");
