import { once } from "node:events";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { billingSheet } from "../../functions/payment/model/billing-sheet.ts";
import { writeSheet } from "../../functions/platform/model/exports/write-sheet.ts";
import { csvOf } from "../../functions/sheets/csv.ts";
import { saleCents } from "../support/fixtures/sale-cents.ts";

/** One measurement in a process of its own: `writer` or `export`, `ours` or `peer`, the number of rows. */
const [what, whose, rowsText] = process.argv.slice(2);
const rowsWanted = Number(rowsText);
const sheet = billingSheet({ organization_id: "org_1", name: "Northwind College" }, "2026-10");
type Row = Parameters<(typeof sheet.columns)[number]["value"]>[0];

const chunkRows = 1000;
const sample = Array.from({ length: chunkRows }, (_, row) => ({
  entry_id: `pay_${row}`,
  at: "2026-10-14T15:09:26.535Z",
  kind: "charge",
  organization_id: "org_1",
  application_id: `app_${row}`,
  cred_id: "crd_1",
  user_id: `usr_${row}`,
  name: `Magdalena Rivers, ${row}`,
  title: "Reading, writing and arguing across the curriculum",
  ...saleCents,
})) as Row[];

const nowhere = () => {
  let bytes = 0;
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done();
    },
  });
  return { sink, bytes: () => bytes };
};
/** Loaded before the measuring begins, and not at all beside ours: its memory is not ours. */
const peer =
  whose === "peer"
    ? { ...(await import("./peers/csv-stringify.ts")), ...(await import("./peers/document-client.ts")) }
    : undefined;

const work: Record<string, () => Promise<number>> = {
  async "writer ours"() {
    const { sink, bytes } = nowhere();
    const writer = csvOf(sheet);
    sink.write(Buffer.from(await writer.begin()));
    for (let rows = 0; rows < rowsWanted; rows += chunkRows) sink.write(Buffer.from(writer.rows(sample)));
    sink.end();
    await once(sink, "finish");
    return bytes();
  },
  async "writer peer"() {
    const { sink, bytes } = nowhere();
    const { attemptsOf, stringifier } = peer!;
    function* lines() {
      for (let rows = 0; rows < rowsWanted; rows += chunkRows) for (const row of sample) yield attemptsOf(sheet, row);
    }
    await pipeline(lines(), stringifier(sheet), sink);
    return bytes();
  },
  async "export ours"() {
    const { bytes } = await writeSheet(sheet, csvOf(sheet), { key: "out.csv", save: async () => {} });
    return bytes;
  },
  async "export peer"() {
    const { sink, bytes } = nowhere();
    await pipeline(peer!.documentLines(sheet), peer!.stringifier(sheet), sink);
    return bytes();
  },
};

const before = process.cpuUsage();
const bytes = await work[`${what} ${whose}`]!();
const { user, system } = process.cpuUsage(before);
process.send?.({ seconds: (user + system) / 1e6, bytes, megabytes: process.resourceUsage().maxRSS / 1024 });
process.disconnect?.();
