import { certificateFilters } from "../../../shared/certificate/certificate.ts";
import { callsOf, type NamedCall } from "../../../shared/contract.ts";
import { reviewerStatuses } from "../../../shared/reviewer/reviewer.ts";
import { cast } from "./things.ts";

/** A list call, as whom it is asked, and the questions: each is asked for its first page and for the one after. */
export interface Asked {
  readonly call: NamedCall;
  readonly as: Exclude<keyof typeof cast, "month" | "credential">;
  readonly queries: readonly string[];
}

const period = `year=${cast.month.year}`;
const month = `${period}&month=${cast.month.month}`;
const one = `credential_id=${cast.credential}`;

/** Words that as many things have in every organization, and one that all things of a kind have. */
const words = (name: string, all: string, ...filters: readonly string[]): string[] => [
  ...["n0000000", "n000000", all].map((word) => `${name}=${word}`),
  ...filters.flatMap((filter) => [`${name}=n000000&${filter}`, `${name}=${all}&${filter}`]),
];

const questions: Readonly<Record<string, Partial<Record<Asked["as"], readonly string[]>>>> = {
  "credential/list": {
    admin: [
      "",
      "status=draft",
      "status=submitted",
      "status=rejected",
      "status=published",
      "status=closed",
      `user_id=${cast.issuer}`,
      `user_id=${cast.issuer}&status=published`,
      ...words("search", "reading", "status=published", `user_id=${cast.issuer}`),
    ],
    custom: ["", "status=draft", "status=published", "search=n000000"],
    reviewer: ["", "search=reading"],
  },
  "credential/list-open": {
    learner: [
      "",
      "category=1",
      "price=free",
      "price=paid",
      "scech=true",
      "scech=false",
      "category=1&price=paid&scech=true",
      ...words("search", "reading", "price=paid", "category=1&price=paid&scech=true"),
    ],
    custom: [""],
  },
  "credential/list-applicants": {
    admin: ["", `&${period}`, `&${month}`].map((filter) => `cred_id=${cast.credential}${filter}`),
  },
  "credential/list-potential-reviewers": { admin: [one] },
  "organization/list": { superadmin: ["", "isArchive=true", ...words("search", "college", "isArchive=true")] },
  "organization/search": { superadmin: words("query", "college", "isArchive=true") },
  "organization/list-users": {
    admin: [
      "",
      "sort=oldest",
      "status=active",
      "status=pending",
      "role=4",
      "role=5",
      "role=5&status=active",
      "role=5&status=pending",
      ...words("q", "magdalena", "role=5", "status=active"),
    ],
  },
  "organization/list-roles": { admin: [""] },
  "organization/list-billing-history": {
    admin: ["", period, month, "page=1", "page=2", "page=0", "kind=sale", `kind=sale&${month}`],
    reviewer: ["", period, month],
  },
  "organization/export-billing-csv": { admin: ["page=1&limit=10", "page=2&limit=10", `page=1&limit=10&${month}`] },
  "organization/export-billing-html": { admin: ["page=1&limit=10"] },
  "organization/list-exports": { admin: [""] },
  "roster/list": { admin: [""] },
  "roster/list-faults": { admin: [`import_id=${cast.import}`] },
  "organization/read-analytics": { admin: ["", "from=2026-10&to=2026-11"] },
  "user/search": { admin: words("q", "magdalena") },
  "user/list-notices": { learner: ["", "unread=true"] },
  "user/count-notices": { learner: ["", "unread=true"] },
  "reviewer/list-applications": { admin: ["", ...reviewerStatuses.map((status) => `status=${status}`)] },
  "reviewer/list-active": { admin: [""] },
  "reviewer/list-organization": { admin: [""] },
  "reviewer/list-qualified": { admin: [one] },
  "reviewer/list-qualified-organization-first": { admin: ["category=1", "category=1&skills=1,2"] },
  "reviewer/list-organization-qualified": { admin: [""] },
  "reviewer/list-non-qualified": { admin: [one] },
  "review/list": {
    admin: ["", "status=open", "status=accepted", "status=reviewing", "status=revisionNeeded", "status=completed"],
    reviewer: [""],
  },
  "review/list-assigned": { reviewer: ["", "status=accepted", "status=revisionNeeded", "status=completed"] },
  "review/list-adjudications": { admin: [""] },
  "review/list-reviews": { admin: ["", "part=late", "part=toDecide", "sort=due"] },
  "quality/read": { admin: [""], issuer: [""] },
  "quality/list-reviewers": { admin: [""] },
  "quality/read-look-back": { admin: [`user_id=${cast.reviewer}`] },
  "review/payments": { reviewer: [""] },
  "submission/list-own": {
    learner: ["", "status=Draft", "status=Submitted", "status=RevisionNeeded", "status=Completed"],
  },
  "submission/list": {
    learner: ["type=open", "type=inprogress", "type=completed"],
    reviewer: ["type=open", "type=inprogress", "type=completed"],
  },
  "appeal/list": { admin: ["", "type=decided"] },
  "certificate/list-own": { learner: [""] },
  "key/list": { admin: [""] },
  "key/list-history": { admin: [""] },
  "webhook/list-events": { admin: [""] },
  "webhook/list": { admin: [""] },
  "webhook/list-deliveries": { admin: [`endpoint_id=${cast.endpoint}`, `endpoint_id=${cast.endpoint}&outcome=failed`] },
  "certificate/list": {
    admin: [
      "",
      ...certificateFilters.slice(1).map((status) => `status=${status}`),
      ...words("search", "magdalena", "status=active"),
      one,
      `${one}&status=active`,
      "search=n0000000&from=2026-11-27", // days alone are counted, up to 10,000: that grows until then
    ],
  },
  "payment/read-credit": { learner: [""] },
  "payment/list-purchases": { learner: ["", "sort=oldest"] },
};

/** Lists whose things are not in the table: the badge service's, and skills, which are part of the program. */
const elsewhere = ["badgr/list-issuers", "badgr/list-badges", "badgr/list-assertions", "credential/list-job-skills"];

/** Every list of the product with its questions. Throws when the contract has one that nobody asks here. */
export function lists(all: readonly NamedCall[] = callsOf()): Asked[] {
  const calls = new Map(all.map((each) => [`${each.domain}/${each.file}`, each]));
  const left = [...calls].filter(
    ([name, { call }]) => "limit" in call.input.shape && !(name in questions) && !elsewhere.includes(name),
  );
  if (left.length > 0) {
    const names = left.map(([name]) => name).join(", ");
    throw new Error(
      `The growth bench does not ask ${names}: write into questions of test/bench/growth/lists.ts who asks it for what, with things of that kind in things.ts beside it; or name it in elsewhere, when its things are not in the table.`,
    );
  }
  return Object.entries(questions).flatMap(([name, byPerson]) =>
    Object.entries(byPerson).map(([as, queries]) => ({ call: calls.get(name)!, as: as as Asked["as"], queries })),
  );
}

/** The list of an organization's sales, and what is made of it. */
export const listsOfSales = (): Asked[] =>
  lists().filter(({ call, as }) => as === "admin" && /^(list|export)-billing-/.test(call.file));
