import { expect, it } from "vitest";
import { amp } from "../../../src/formats/amp.ts";
import type { Format } from "../../../src/formats/format.ts";
import { openaiChat } from "../../../src/formats/openai-chat/openai-chat.ts";
import { FormatSet } from "../../../src/formats/registry/format-set.ts";
import { lateFormats } from "../../../src/formats/registry/late-format.ts";
import { treeOf } from "../../support/parse-json.ts";

it("loads a format when it is asked for more than its name, evidence and keys", () => {
  const { name, evidence, keys, ...others } = amp;
  let loads = 0;
  const late = lateFormats([...(Object.keys(others) as (keyof Format)[]), "chat"]);
  const format = late({ name, evidence, keys }, () => {
    loads++;
    return amp;
  });
  expect([format.name, format.evidence, format.keys, loads]).toEqual([name, evidence, keys, 0]);
  expect(format.layouts).toBe(amp.layouts);
  expect(loads).toBe(1);
  expect(format.chat).toBeUndefined();
  expect(format.arrange).toBe(amp.arrange);
});

it("loads no format for a member that it lacks", () => {
  const { name, evidence, keys } = amp;
  const late = lateFormats(["chat", "detect"]);
  const load = () => {
    throw new Error("it is loaded");
  };
  const format = late({ name, evidence, keys, lacks: ["chat"] }, load);
  expect(format.chat).toBeUndefined();
  expect(() => format.detect).toThrow("it is loaded");
});

it("loads no format whose keys a conversation does not fit", () => {
  const { name, evidence, keys } = amp;
  const late = lateFormats(["chat", "kindOf", "detect"]);
  const amps = late({ name, evidence, keys }, () => {
    throw new Error("it is loaded");
  });
  const row = treeOf('{"messages": [{"role": "tool", "tool_call_id": "c1", "content": "x"}]}');
  expect(() => new FormatSet([amps, openaiChat]).plain(row)).not.toThrow();
});
