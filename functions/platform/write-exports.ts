import { randomUUID } from "node:crypto";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { Problem } from "../../shared/http/problem.ts";
import { idIn, Message } from "../chain/event.ts";
import { now } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change } from "../data/steps.ts";
import { get, transact } from "../data/table.ts";
import { ExportRecord, writerOf } from "../organization/model/exports.ts";
import { clock } from "../runtime/clock.ts";
import { describeError, log } from "../runtime/log.ts";
import { sheetOf } from "./model/exports/source.ts";
import { type Progress, writeSheet } from "./model/exports/write-sheet.ts";

/** Nobody else writes an export so long after its writer was last heard of; longer than the function may run. */
const LEASE_MS = 10 * 60_000;
/** The queue gives up after as many. */
const TRIES = 5;

/** Writes the exports that were asked for, each once, going on where an attempt before was cut off. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body, attributes } of Records) {
    const event = Message.parse(JSON.parse(body));
    const isLast = Number(attributes.ApproximateReceiveCount) >= TRIES;
    try {
      await write(event, isLast);
    } catch (error) {
      const { event_id, type: event_type, organization_id } = event;
      log("error", "export_failed", { event_id, event_type, organization_id, error: describeError(error) });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

async function write(event: Message, isLast: boolean): Promise<void> {
  const key = organizationKeys.export(event.organization_id, idIn(event, "export_id"));
  const record = await get(ExportRecord, key);
  if (record === undefined || record.status === "done") return;
  const writer = randomUUID();
  const otherwise = new Problem("state.changed");
  const lease = () => new Date(clock.now() + LEASE_MS).toISOString();
  const step = (set: object, where: Parameters<typeof change>[2] = { where: { writer }, otherwise }) =>
    transact([change(key, { set: { ...set } }, where)]);
  await step(
    { writer, leased_until: lease(), status: "running" },
    { where: { status: ["waiting", "running", "failed"], leased_until: { before: now() } }, otherwise },
  );
  const save = ({ upload, rows, ...rest }: Progress) =>
    step({ rows_done: rows, leased_until: lease(), upload: { ...upload, ...rest } });
  try {
    const sheet = await sheetOf(record);
    const done = await writeSheet(sheet, writerOf(sheet, record.format), {
      key: record.object_key,
      save,
      ...(record.upload && { from: progressOf(record) }),
    });
    const finished = { rows_done: done.rows, rows_total: done.rows, size_bytes: done.bytes, done_on: now() };
    await step({ ...finished, status: "done", writer: "", leased_until: "", upload: undefined });
  } catch (error) {
    // An attempt that lost its lease leaves the export to the one that has it.
    await step({ status: isLast ? "failed" : "running", writer: "", leased_until: "" }).catch(() => {});
    throw error;
  }
}

function progressOf({ upload, rows_done }: ExportRecord): Progress {
  const { id, parts, bytes, after, ended } = upload!;
  return {
    upload: { id, parts },
    rows: rows_done,
    bytes,
    ...(after !== undefined && { after }),
    ...(ended && { ended }),
  };
}
