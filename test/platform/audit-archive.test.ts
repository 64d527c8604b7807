import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { world } from "../support/world.ts";

const { control } = world;

/** An audit row as the stream shows it. */
function inserted(event_id: string) {
  const fields = { event_id, type: "organization.changed", at: "2026-11-21T10:00:00.000Z", organization_id: "org_1" };
  const texts = { ...fields, actor_id: "usr_1", subject_id: "org_1", pk: "AUDIT#org_1", sk: event_id };
  return { dynamodb: { NewImage: Object.fromEntries(Object.entries(texts).map(([name, S]) => [name, { S }])) } };
}

test("audit rows are kept a line each, and once however often the stream hands them over", async () => {
  const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_S3", "FILES_BUCKET"];
  const settings = await control.settings(names);
  const credentials = { accessKeyId: settings.AWS_ACCESS_KEY_ID!, secretAccessKey: settings.AWS_SECRET_ACCESS_KEY! };
  const place = { region: settings.AWS_REGION!, endpoint: settings.AWS_ENDPOINT_URL_S3!, forcePathStyle: true };
  const Records = [inserted("evt_TRAIL1"), inserted("evt_TRAIL2")];
  for (const _ of [1, 2]) await control.invoke("platform/archive-audit", { Records });
  const Bucket = settings.FILES_BUCKET!.replace("-files-", "-audit-");
  const Key = "events/2026/11/21/evt_TRAIL1.jsonl";
  const { Body } = await new S3Client({ ...place, credentials }).send(new GetObjectCommand({ Bucket, Key }));
  const lines = (await Body!.transformToString()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).event_id)).toEqual(["evt_TRAIL1", "evt_TRAIL2"]);
});
