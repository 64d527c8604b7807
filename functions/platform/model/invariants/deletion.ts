import { certificateKeys } from "../../../data/keys/certificate.ts";
import { idOf } from "../../../data/keys/key.ts";
import { kinds, underPerson } from "../../../data/keys/kinds.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { deletedName } from "../../../user/model/pseudonym.ts";
import { kindUnderPerson, retention } from "../../../user/model/retention.ts";
import type { Invariant } from "./invariant.ts";

/** How long the search index may take to hear that somebody is gone. */
const INDEX_MS = 15 * 60_000;
const personal = ["email", "phone", "image", "learner_profile"];

type Named = Readonly<Record<"first_name" | "last_name", string>>;

/** The invariants of deleted people and of what was erased: I32, I34 and I37. */
export const deletion: readonly Invariant[] = [
  {
    id: "I32",
    says: "of a deleted person only what functions/user/model/retention.ts names stays",
    within: {
      person(table, verify, { nowMs }) {
        const people = Map.groupBy(table.items.filter(underPerson), (item) => underPerson(item)!.user_id);
        for (const [user_id, items] of people) {
          const own = organizationKeys.user(user_id);
          const profile = table.get(own);
          if (profile !== undefined && profile.status !== "deleted") continue;
          const named = personal.filter((field) => profile?.[field]);
          verify(named.length === 0, `${own.pk} ${own.sk} still has ${named}`);
          const erasing = table.get(organizationKeys.erasure(user_id)) !== undefined;
          const recent = nowMs - 1000 * Number(profile?.tokens_valid_after ?? 0) < INDEX_MS;
          for (const item of items) {
            const { kind } = kindUnderPerson(item)!;
            const fate = kind === undefined ? undefined : retention[kind];
            const stays = fate === "kept" || (fate === "erased" && erasing);
            verify(stays, `${item.pk} ${item.sk} is left of a deleted person: see functions/user/model/retention.ts`);
            const { places = [] } = item;
            if (!recent) verify((places as unknown[]).length === 0, `${item.pk}: words still lead to a deleted person`);
          }
        }
      },
    },
  },
  {
    id: "I34",
    says: "no address of a deleted person is kept, except by an invitation that is open",
    within: {
      deletedAddress({ items, of }, verify) {
        const erased = new Set(of(kinds.deletedAddress).map(({ pk }) => idOf(pk)));
        for (const { pk, sk, hash } of items)
          if (typeof hash === "string") verify(!erased.has(hash), `${pk} ${sk} keeps the address of a deleted person`);
      },
    },
  },
  {
    id: "I37",
    says: "of an erased certificate ids alone are kept, and a deleted person's is public or erased",
    within: {
      person({ certificates, get }, verify) {
        const isNameless = ({ first_name, last_name }: Named) =>
          first_name === deletedName.first_name && last_name === deletedName.last_name;
        for (const certificate of certificates) {
          const { certificate_id, user_id, visibility, status } = certificate;
          const isGone =
            get(organizationKeys.user(user_id))?.status === "deleted" &&
            get(organizationKeys.erasure(user_id)) === undefined;
          const isLeft = visibility === "hidden" || (status === "replaced" && visibility !== "erased");
          verify(!isGone || !isLeft, `${certificate_id} is left of a deleted person`);
          verify(!isGone || certificate.correction === undefined, `${certificate_id} keeps a deleted person's request`);
          if (visibility !== "erased") continue;
          const isBare =
            isNameless(certificate) &&
            certificate.revoked_because === undefined &&
            certificate.correction === undefined;
          verify(isBare, `${certificate_id} is erased and says whose it was`);
          verify(
            get(certificateKeys.certificateContent(certificate_id)) === undefined,
            `${certificate_id} is erased, not its content`,
          );
        }
      },
    },
  },
];
