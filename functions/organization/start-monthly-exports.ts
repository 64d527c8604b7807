import { Problem } from "../../shared/http/problem.ts";
import { idOf } from "../data/keys/key.ts";
import { organizationKeys, organizationViews } from "../data/keys/organization.ts";
import { paymentViews } from "../data/keys/payment.ts";
import { listReferences, readTotals } from "../data/list.ts";
import { batchGet, transact } from "../data/table.ts";
import { billingSheet } from "../payment/model/billing-sheet.ts";
import { clock } from "../runtime/clock.ts";
import { log } from "../runtime/log.ts";
import { askSteps } from "./model/exports.ts";
import { OrganizationRecord } from "./model/record.ts";

const PAGE = 100;

/**
 * Asks for the billing history of the month before, once for each organization that had any. A repeat, or a start after
 * being cut off, asks for what is missing and nothing twice: a month's export has one id.
 */
export async function handler(): Promise<{ asked: number }> {
  const period = monthBefore(clock.now());
  const export_id = `exp_monthly${period.replace("-", "")}`;
  let asked = 0;
  for (const status of ["active", "archived"] as const) {
    let cursor: string | undefined;
    do {
      const page = await listReferences({ view: organizationViews.organizations(status), limit: PAGE, cursor });
      const ids = page.references.map(({ pk }) => idOf(pk));
      const [organizations, totals, existing] = await Promise.all([
        batchGet(page.references),
        readTotals(ids.map((id) => paymentViews.billing(id, period))),
        batchGet(ids.map((id) => organizationKeys.export(id, export_id))),
      ]);
      for (const [index, organization_id] of ids.entries()) {
        const rows_total = totals[index] ?? 0;
        if (rows_total === 0 || existing[index] !== undefined) continue;
        const { name } = OrganizationRecord.parse(organizations[index]);
        const sheet = billingSheet({ organization_id, name }, period);
        const source = { kind: "billing", period } as const;
        const ask = { organization_id, actor_id: "system", source, sheet, format: "csv", rows_total } as const;
        try {
          await transact(askSteps({ ...ask, export_id, scheduled: true }));
          asked += 1;
        } catch (error) {
          if (!(error instanceof Problem && error.code === "state.changed")) throw error; // another run asked for it
        }
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
  log("info", "monthly_exports_asked", { count: asked });
  return { asked };
}

/** `2026-10` for any moment of November 2026, in UTC. */
function monthBefore(nowMs: number): string {
  const date = new Date(nowMs);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}
