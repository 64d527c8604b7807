import { Problem } from "../../shared/http/problem.ts";
import { readReceipt } from "../../shared/payment/calls.ts";
import { isSold, receiptNumber } from "../../shared/payment/rules.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { dollars } from "../../shared/platform/money.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { get } from "../data/table.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { readPurchaseOf } from "./model/store.ts";

export const handler = implement(readReceipt, async ({ application_id, purchase }, { actor: { user_id, user } }) => {
  const bought = await readPurchaseOf({ application_id, user_id, purchase });
  const { payment, application } = bought ?? {};
  if (application === undefined || payment?.paid_on === undefined || !isSold(payment.status))
    throw new Problem("resource.not-found");
  const organization = await get(OrganizationRecord, organizationKeys.organization(payment.organization_id));
  const { name = application.issuer_name, address, phone, domain_url } = organization ?? {};
  return {
    data: {
      number: receiptNumber(payment),
      paid_on: payment.paid_on,
      payer: { name: fullName(user), email: user.email },
      organization: { name, address, phone, domain_url },
      title: application.title,
      method: payment.method,
      status: payment.status,
      price: dollars(payment.price_cents),
      credit: dollars(payment.credit_cents),
      amount: dollars(payment.due_cents),
      currency: "usd" as const,
      credited_on: payment.credited_on,
    },
  };
});
