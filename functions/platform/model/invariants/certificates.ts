import { certificateKeys } from "../../../data/keys/certificate.ts";
import { isOf, kinds } from "../../../data/keys/kinds.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import type { Invariant } from "./invariant.ts";

/** The invariants of certificates: I5, I6, I35 and I36. */
export const certificates: readonly Invariant[] = [
  {
    id: "I5",
    says: "a certificate is there exactly where an application is completed and all its sections accepted",
    within: {
      application({ applications, certificates }, verify) {
        const certified = new Set(certificates.map(({ application_id }) => application_id));
        for (const { application_id, status, sections, certificate_id } of applications) {
          const all = sections.every((section) => section.status === "accepted");
          verify((status === "completed") === all, `${application_id} is ${status}, its sections are not`);
          verify(certified.has(application_id) === (status === "completed"), `${application_id} is ${status}`);
          const isEarned = certificate_id === undefined || status === "completed";
          verify(isEarned, `${application_id} is ${status} and leads to ${certificate_id}`);
        }
      },
    },
  },
  {
    id: "I6",
    says: "a learner has one certificate of a credential that is good and not renewed, and their pointer leads to it",
    within: {
      person({ applications, certificates, get }, verify) {
        const renewed = new Set(
          applications.flatMap(({ status, renews }) => (status === "completed" ? (renews ?? []) : [])),
        );
        const good = certificates.filter(
          ({ status, application_id }) =>
            (status === "awaitingSignature" || status === "active") && !renewed.has(application_id),
        );
        const holders = Map.groupBy(good, (each) => `${each.organization_id} ${each.cred_id} ${each.user_id}`);
        for (const [name, all] of holders) verify(all.length === 1, `${name}: ${all.length} good certificates`);
        for (const { certificate_id, user_id, cred_id } of good) {
          const pointer = get(submissionKeys.applied(user_id, cred_id));
          const leads = pointer === undefined || pointer.certificate_id === certificate_id;
          verify(leads, `${certificate_id}: its learner's pointer leads to ${pointer?.certificate_id}`);
        }
      },
    },
  },
  {
    id: "I35",
    says: "a certificate has an entry of its organization's list that is its alone, set exactly where it is revoked or replaced",
    within: {
      application({ certificates, get }, verify) {
        for (const certificate of certificates) {
          const { certificate_id, organization_id, list_id, list_index, status } = certificate;
          verify(list_id.startsWith(`${organization_id}-`), `${certificate_id} is in ${list_id}`);
          const entry = get(certificateKeys.statusEntry(list_id, list_index));
          verify(
            entry?.certificate_id === certificate_id,
            `${certificate_id}: its entry is ${entry?.certificate_id}'s`,
          );
          const changed = get(certificateKeys.changedEntry(list_id, list_index));
          const isGood = status !== "revoked" && status !== "replaced";
          verify((changed === undefined) === isGood, `${certificate_id} is ${status}, its entry says otherwise`);
          verify(
            changed === undefined ||
              (changed.code === certificate.revocation && changed.revoked_on === certificate.revoked_on),
            `${certificate_id}: its entry tells another reason`,
          );
        }
      },
    },
    *adds(item) {
      if (isOf(kinds.statusEntry, item)) yield { name: "entries", is: 1 };
      if (isOf(kinds.certificate, item)) yield { name: "entries", ought: 1 };
    },
    compare({ is = 0, ought = 0 }, verify) {
      verify(is === ought, `${is} entries for ${ought} certificates`);
    },
  },
  {
    id: "I36",
    says: "an application has one chain of certificates: each replaced one leads to the next, the last one is the application's",
    within: {
      application({ certificates, applications }, verify) {
        const known = new Map(certificates.map((each) => [each.certificate_id, each]));
        const chains = Map.groupBy(certificates, ({ application_id }) => application_id);
        for (const { certificate_id, application_id, replaced_by, status } of certificates) {
          verify((status === "replaced") === (replaced_by !== undefined), `${certificate_id} is ${status}`);
          const next = replaced_by === undefined ? undefined : known.get(replaced_by);
          const isNext = replaced_by === undefined || next?.application_id === application_id;
          verify(isNext, `${certificate_id} is replaced by ${replaced_by}`);
        }
        for (const { application_id, certificate_id } of applications) {
          const last = (chains.get(application_id) ?? []).filter(({ status }) => status !== "replaced");
          const wanted = certificate_id === undefined ? [] : [certificate_id];
          verify(
            last.map((each) => each.certificate_id).join() === wanted.join(),
            `${application_id}: ${last.length} last ones`,
          );
        }
      },
    },
  },
];
