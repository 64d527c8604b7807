import { credentialMachine } from "../../../shared/credential/states.ts";
import type { Deadlines } from "../../data/deadlines.ts";
import { credentialKeys, credentialViews, publicCredentialSort } from "../../data/keys/credential.ts";
import { reviewerViews } from "../../data/keys/reviewer.ts";
import { entity, goneAs } from "../../data/transition.ts";
import type { StoredCredential } from "./record.ts";

const openViews = (credential: StoredCredential): string[] => {
  const price = (credential.price_cents ?? 0) > 0 ? "paid" : "free";
  const either = <Value>(value: Value): (Value | undefined)[] => [undefined, value];
  return either(credential.category).flatMap((category) =>
    either<"free" | "paid">(price).flatMap((price) =>
      either(credential.scech > 0).map((scech) => credentialViews.openCredentials({ category, price, scech })),
    ),
  );
};

const staffViews = ({ organization_id, created_by: creator, status }: StoredCredential): string[] => [
  credentialViews.credentials(organization_id),
  credentialViews.credentials(organization_id, { status }),
  credentialViews.credentials(organization_id, { creator }),
  credentialViews.credentials(organization_id, { creator, status }),
];

const publicViews = (credential: StoredCredential): string[] => {
  if (credential.unlisted) return [];
  const live = credential.status === "published";
  const reviewed = live || credential.status === "closed";
  return [
    ...(live ? openViews(credential) : []),
    ...(reviewed ? credential.assigned_reviewers.map((reviewer) => reviewerViews.assignedCredentials(reviewer)) : []),
  ];
};

/** Somewhere on Earth the day after a date begins that early. */
const NEXT_DAY_BEGINS = "T10:00:00.000Z";

/** When the clock looks whether a credential has expired: as soon as its date can be over in any time zone. */
export const deadlinesOf = ({
  status,
  expiration_date,
}: Pick<StoredCredential, "status" | "expiration_date">): Deadlines =>
  status === "published" && expiration_date !== null
    ? { "credential-expiry": `${expiration_date.slice(0, 10)}${NEXT_DAY_BEGINS}` }
    : {};

/** A credential, as its organization's people write, decide on and close it. Its texts and sections are items of their own. */
export const credentialEntity = entity<StoredCredential>()({
  machine: credentialMachine,
  key: ({ cred_id }) => credentialKeys.credential(cred_id),
  listings: (credential) => [
    { sort: credential.cred_id, views: staffViews(credential) },
    { sort: publicCredentialSort(credential), views: publicViews(credential) },
  ],
  deadlines: deadlinesOf,
  stamped: { except: ["create", "unlist", "list", "lockBadge", "loseReviewer", "loseLastReviewer"] },
  auditIds: ({ cred_id, organization_id, created_by }) => ({
    organization_id,
    subject_id: cred_id,
    cred_id,
    user_id: created_by,
  }),
  records: {
    create: "credential.created",
    saveDetails: "credential.changed",
    saveSections: "credential.changed",
    saveCriteria: "credential.changed",
    saveReviewers: "credential.changed",
    savePrice: "credential.changed",
    submit: "credential.submitted",
    publish: "credential.published",
    approve: "credential.approved",
    reject: "credential.rejected",
    close: "credential.closed",
    unlist: "credential.unlisted",
    list: "credential.listed",
    lockBadge: { recordedBy: ["badge.made"] },
    remove: "credential.removed",
    loseReviewer: "credential.reviewer-lost",
    loseLastReviewer: "credential.without-reviewers",
  },
  auditStates: goneAs("removed"),
});
