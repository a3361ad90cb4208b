import { expect, test } from "vitest";
import { encodeMember } from "../../../src/archive/log/member.ts";
import { MemberQueue } from "../../../src/archive/log/member-queue.ts";

const TIME = 7;

/** The lines of a member; every other member is long, so that threads finish out of order. */
const contentOf = (n: number) => Buffer.from(`${n} line\n`.repeat(n % 2 === 0 ? 20_000 : 1));
const contents = Array.from({ length: 100 }, (_, n) => contentOf(n));
const members = contents.map((content) => encodeMember(content, TIME).toString("hex"));

function add(queue: MemberQueue, lines: Buffer): void {
  queue.add({ lines, room: lines, records: undefined });
}

test("members that other threads compress are written once, in order, with the same bytes", async () => {
  const written: string[] = [];
  const queue = new MemberQueue(TIME, (member) => void written.push(member.toString("hex")));
  for (const content of contents.slice(0, 10)) add(queue, content);
  expect(queue.lines.length).toBe(10);
  await queue.settle();
  expect(queue.lines).toEqual([]);
  for (const content of contents.slice(10)) add(queue, content);
  await queue.settle();
  expect(written).toEqual(members);
});

test("draining waits for no thread, and what threads compress later is not written again", async () => {
  const written: string[] = [];
  const queue = new MemberQueue(TIME, (member) => void written.push(member.toString("hex")));
  for (const content of contents.slice(0, 10)) add(queue, content);
  queue.drain();
  expect(written).toEqual(members.slice(0, 10));
  for (const content of contents.slice(10, 12)) add(queue, content);
  await queue.settle();
  await threadsAnswered();
  expect(written).toEqual(members.slice(0, 12));
});

test("two that settle at a time both go on", async () => {
  const queue = new MemberQueue(TIME, () => {});
  for (const content of contents.slice(0, 4)) add(queue, content);
  await Promise.all([queue.settle(), queue.settle()]);
  expect(queue.lines).toEqual([]);
});

test("a member that could not be written stays; only a caller tries it again", async () => {
  const written: string[] = [];
  let isFull = true;
  let tries = 0;
  const queue = new MemberQueue(TIME, (member) => {
    tries++;
    if (isFull) throw new Error("full");
    written.push(member.toString("hex"));
  });
  for (const content of contents.slice(0, 10)) add(queue, content);
  await expect(queue.settle()).rejects.toThrow("full");
  expect(() => queue.drain()).toThrow("full");
  for (const content of contents.slice(10, 12)) expect(() => add(queue, content)).toThrow("full");
  const triesBefore = tries;
  await threadsAnswered();
  expect(tries).toBe(triesBefore);
  isFull = false;
  queue.drain();
  expect(written).toEqual(members.slice(0, 12));
});

test("after a failed drain nothing is written when threads answer: the log may be closed", async () => {
  let tries = 0;
  const queue = new MemberQueue(TIME, () => {
    tries++;
    throw new Error("full");
  });
  for (const content of contents.slice(0, 10)) add(queue, content);
  expect(() => queue.drain()).toThrow("full");
  await threadsAnswered();
  expect(tries).toBe(1);
});

/** Long enough for the threads: they answer in the order in which they were asked, or nearly. */
async function threadsAnswered(): Promise<void> {
  const queue = new MemberQueue(TIME, () => {});
  for (const content of contents.slice(0, 10)) add(queue, content);
  await queue.settle();
}
