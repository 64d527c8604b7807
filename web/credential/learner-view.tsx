import type { ReactNode } from "react";
import type { Credential } from "../../shared/credential/credential.ts";
import { Stack } from "../ui/look/panel.tsx";
import { AuthorCard } from "./author-card.tsx";
import { CredentialContent, type EditLink } from "./credential-content.tsx";
import { CredentialHeader } from "./credential-header.tsx";

/** A credential as its learners read it: what it is, what it asks for, and who wrote it. */
export function LearnerView({
  credential,
  actions,
  heading,
  edit,
}: {
  readonly credential: Credential;
  /** Below the price. */
  readonly actions: ReactNode;
  readonly heading?: "h1" | "h2";
  readonly edit?: EditLink;
}) {
  return (
    <Stack gap="l">
      <CredentialHeader credential={credential} seenBy="learner" actions={actions} {...(heading && { heading })} />
      <CredentialContent credential={credential} {...(edit && { edit })} />
      {credential.author ? <AuthorCard author={credential.author} /> : null}
    </Stack>
  );
}
