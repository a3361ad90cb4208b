import fc from "fast-check";
import { id, name, string, text } from "./odd-rows.ts";

/** One in many is odd. */
const seldom = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: odd });

const said = seldom(
  text.map((value) => JSON.stringify(value)),
  string,
);
const tool = seldom(fc.constantFrom('"read"', '"bash"', '"TodoWrite"', '"search"'), name);

const turn = fc
  .array(fc.tuple(tool, said, seldom(fc.constant(""), id), fc.nat(30)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((calls) => (turn: number) => {
    const ids = calls.map(([, , odd], k) => odd || `"call_${turn}_${k}"`);
    const made = calls.map(
      ([named, args], k) =>
        `{"id":${ids[k]},"type":"function","function":{"name":${named},"arguments":${args}}}`,
    );
    const results = calls.map(([named, answer, , form], k) => {
      const content = form === 0 ? `[{"type":"text","text":${answer}}]` : answer;
      const more = form === 1 ? `"name":${named},` : "";
      const own = form === 2 ? '"nobody"' : ids[k];
      return form === 3 ? "" : `{"role":"tool",${more}"tool_call_id":${own},"content":${content}}`;
    });
    return [`{"role":"assistant","content":null,"tool_calls":[${made}]}`, ...results];
  });

const message = fc
  .tuple(fc.constantFrom("user", "system", "assistant"), said)
  .map(([role, content]) => () => [`{"role":"${role}","content":${content}}`]);

const row = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: turn }, { weight: 1, arbitrary: message }), {
      minLength: 1,
      maxLength: 8,
    }),
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom("", '"id":7,', '"id":"x","tools":[],') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('"id":{},', '"trajectory":"[{\\"a\\"",', '"i\\u0064":7,'),
      },
    ),
    fc.boolean(),
  )
  .map(([messages, before, isAscii]) => {
    const all = messages.flatMap((each, k) => each(k)).filter((each) => each !== "");
    const json = `{${before}"messages":[{"role":"user","content":"Go."},${all}]}`;
    return isAscii ? json.replace(/[\u0080-\uffff]/g, spelled) : json;
  });

const spelled = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Rows of chat completions that are like each other, but for a few. */
export const likeRows = fc
  .tuple(fc.array(row, { minLength: 1, maxLength: 6 }), fc.constantFrom("\n", "\n", "\r\n", "\n\n"))
  .map(([rows, end]) => {
    const first = ["", '"id":1,', '"id":1,"tools":[],'].map(
      (before) => `{${before}"messages":[{"role":"user","content":"Go."}]}`,
    );
    return Buffer.from([...first, ...rows].map((each) => `${each}${end}`).join(""));
  });
