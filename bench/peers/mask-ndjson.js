/** The same job with ndjson and JSON.stringify: masks all but the newest ten observations of each row. */
import { createReadStream } from "node:fs";
import ndjson from "ndjson";

let batch = "";
const flush = () => {
  const full = batch;
  batch = "";
  return process.stdout.write(full);
};

createReadStream(process.argv[2])
  .pipe(ndjson.parse())
  .on("data", (conversation) => {
    const tools = conversation.messages.filter(({ role }) => role === "tool");
    for (const message of tools.slice(0, -10))
      message.content = `[observation masked — ${message.content.length} chars]`;
    batch += `${JSON.stringify(conversation)}\n`;
    if (batch.length > 1 << 20) flush();
  })
  .on("end", flush);
