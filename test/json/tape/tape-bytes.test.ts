import { constants } from "node:buffer";
import { expect, it } from "vitest";
import { TapeBytes } from "../../../src/json/tape/tape-bytes.ts";

it("refuses a text that Node has no string for before it reads its bytes", () => {
  let pages = 0;
  const page = () => {
    pages++;
    return { bytes: Buffer.from("abc"), base: 0 };
  };
  const bytes = new TapeBytes({ page }, undefined);
  const end = constants.MAX_STRING_LENGTH + 1;
  for (const read of [() => bytes.decode(0, end, 0), () => bytes.text(0, end)])
    expect(read).toThrow(
      expect.objectContaining({ code: "too-large", hint: expect.stringContaining("512 MB") }),
    );
  expect(pages).toBe(0);
  expect(bytes.decode(0, 3, 0)).toBe("abc");
});
