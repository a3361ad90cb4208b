/** What an image in a transcript is, and the note that stands for it. */
import { describe, expect, it } from "vitest";
import { holdsImageNote, imageIn, imageNote } from "../../src/reduce/images/image.ts";

const png = (width: number, height: number, bytes = 600) => {
  const data = Buffer.alloc(bytes);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(data);
  data.writeUInt32BE(width, 16);
  data.writeUInt32BE(height, 20);
  return data;
};
const gif = Buffer.concat([Buffer.from("GIF89a"), Buffer.from([64, 1, 200, 0]), Buffer.alloc(50)]);
const jpeg = Buffer.concat([
  Buffer.from("ffd8ffe00010", "hex"),
  Buffer.alloc(14),
  Buffer.from("ffc0001108", "hex"),
  Buffer.from([0, 200, 1, 64]),
  Buffer.alloc(30),
]);
const webp = Buffer.concat([
  Buffer.from("RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0", "latin1"),
  Buffer.from([63, 1, 0, 199, 0, 0]),
  Buffer.alloc(10),
]);

const noteOf = (block: object) => {
  const image = imageIn(JSON.stringify(block));
  return image === undefined ? undefined : imageNote(image);
};
const source = (data: Buffer, media_type: string) => ({
  type: "image",
  source: { type: "base64", media_type, data: data.toString("base64") },
});

describe("the note for an image", () => {
  it("says its type, its pixels and its bytes", () => {
    expect(noteOf(source(png(1024, 768, 412_000), "image/png"))).toBe(
      "[image: png, 1024x768, 412 kB]",
    );
    expect(noteOf(source(gif, "image/gif"))).toBe("[image: gif, 320x200, 60 bytes]");
    expect(noteOf(source(jpeg, "image/jpeg"))).toBe("[image: jpeg, 320x200, 59 bytes]");
    expect(noteOf(source(webp, "image/webp"))).toBe("[image: webp, 320x200, 40 bytes]");
  });

  it("is made of every form in which formats have images", () => {
    const data = png(8, 6).toString("base64");
    const note = "[image: png, 8x6, 600 bytes]";
    const url = `data:image/png;base64,${data}`;
    expect(noteOf({ type: "image_url", image_url: { url } })).toBe(note);
    expect(noteOf({ type: "input_image", image_url: url })).toBe(note);
    expect(noteOf({ type: "image", data, mimeType: "image/png" })).toBe(note);
    expect(noteOf({ type: "file", mediaType: "image/png", url })).toBe(note);
  });

  it("says what is known where that is little", () => {
    expect(noteOf({ type: "image_url", image_url: { url: "https://example.com/a.png" } })).toBe(
      "[image: https://example.com/a.png]",
    );
    expect(noteOf(source(Buffer.alloc(90), "image/png"))).toBe("[image: png, 90 bytes]");
  });

  it("is none for what is no image", () => {
    expect(noteOf(source(png(1, 1), "application/pdf"))).toBeUndefined();
    expect(noteOf({ type: "document", source: { type: "text", data: "x" } })).toBeUndefined();
  });

  it("is known again in a text", () => {
    expect(holdsImageNote("Here:\n[image: png, 8x6, 600 bytes]")).toBe(true);
    expect(holdsImageNote("[image: a picture of a carrot]")).toBe(false);
  });
});
