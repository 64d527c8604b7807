import { dateIn, isExpired, stateAfter } from "../../shared/credential/rules.ts";
import { changeSteps, duesOf, recordStep, StoredCredential } from "../credential/store.ts";
import type { Duty } from "../data/duties.ts";
import { keys } from "../data/keys.ts";
import { get, together } from "../data/table.ts";
import { OrganizationRecord } from "../organization/record.ts";
import { clock } from "../runtime/clock.ts";
import { clockwork, drop, idOf } from "./clockwork.ts";

/** Closes published credentials to new applications on the day after their date, where their organization is. */
export const handler = clockwork({ "credential-expiry": expire });

async function expire(duty: Duty): Promise<void> {
  const credential = await get(StoredCredential, keys.credential(idOf(duty)));
  const status = credential && stateAfter(credential.status, "close");
  if (!credential || !status || duesOf(credential)["credential-expiry"] !== duty.at) return drop(duty);
  const organization = await get(OrganizationRecord, keys.organization(credential.organization_id));
  const timezone = organization?.timezone ?? credential.timezone;
  if (!isExpired(credential.expiration_date, dateIn(timezone, clock.now()))) return; // its day is not over there yet
  const { steps } = changeSteps(credential, { status, closed_by: "system" });
  await together([...steps, recordStep("credential.closed", { user_id: "system" }, credential, status)]);
}
