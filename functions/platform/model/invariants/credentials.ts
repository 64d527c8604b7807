import { reviewerPayCents } from "../../../../shared/platform/money.ts";
import { credentialKeys, credentialPartOf } from "../../../data/keys/credential.ts";
import { idOf } from "../../../data/keys/key.ts";
import { kinds } from "../../../data/keys/kinds.ts";
import type { Invariant } from "./invariant.ts";
import type { Item } from "./item.ts";

/** The invariants of credentials: I14 and I15. */
export const credentials: readonly Invariant[] = [
  {
    id: "I14",
    says: "what is published has passed the publishing, with its revisions kept; each says of its sections what they are",
    within: {
      credential({ of, get, partition }, verify) {
        for (const { pk, status, revision: latest, cred_id } of of(kinds.credential)) {
          if (status !== "published" && status !== "closed") continue;
          const id = String(cred_id);
          const at = (revision: number) => get(credentialKeys.revision(id, revision, "META"));
          verify(typeof latest === "number" && at(latest)?.status === "published", `${id} has no revision ${latest}`);
          for (let revision = 1; revision <= Number(latest); revision += 1) {
            const kept = at(revision);
            const beginning = credentialKeys.revisionSection(id, revision, "").sk;
            const sections = partition(pk).filter(({ sk }) => sk.startsWith(beginning));
            const name = `revision ${revision} of ${id}`;
            verify(kept !== undefined, `${name} is not there`);
            if (!kept) continue;
            verify(sections.length === kept.section_count && sections.length > 0, `${name}: its sections`);
            const minutes = sections.reduce((all, { review_estimate }) => all + Number(review_estimate), 0);
            verify(kept.review_minutes === minutes, `${name} says ${kept.review_minutes} minutes of ${minutes}`);
            const [price, pay] = [Number(kept.price_cents), Number(kept.reviewer_pay_cents)];
            verify(
              pay === reviewerPayCents(Number(kept.hourly_rate_cents), minutes),
              `${name}: the pay of its minutes`,
            );
            verify(get(credentialKeys.revision(id, revision, "CRITERIA")) !== undefined, `${name}: no criteria`);
            verify(price === 0 || price >= pay, `${name}: the price is below the pay`);
            verify(((kept.assigned_reviewers as unknown[] | undefined) ?? []).length > 0, `${name}: no reviewers`);
          }
        }
      },
    },
  },
  {
    id: "I15",
    says: "a credential has at most ten sections, each with a title of its own",
    within: {
      credential({ of }, verify) {
        const sections = of(kinds.ofCredential).filter((item) => credentialPartOf(item) === "SECTION");
        const place = ({ pk, sk }: Item) => `${pk} ${sk.slice(0, -idOf(sk).length)}`;
        for (const [name, all] of Map.groupBy(sections, place)) {
          const titles = new Set(all.map(({ title }) => String(title).trim().toLowerCase()));
          verify(
            all.length <= 10 && titles.size === all.length,
            `${name}: ${all.length} sections, ${titles.size} titles`,
          );
        }
      },
    },
  },
];
