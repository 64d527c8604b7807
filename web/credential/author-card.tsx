import Container from "@cloudscape-design/components/container";
import Header from "@cloudscape-design/components/header";
import type { Credential } from "../../shared/credential/credential.ts";
import { Picture } from "../ui/picture.tsx";
import { RichText } from "../ui/rich-text.tsx";

/** Who wrote a credential for its organization, as their account page tells it. */
export function AuthorCard({ author }: { readonly author: NonNullable<Credential["author"]> }) {
  return (
    <Container header={<Header variant="h2">Written by {author.name}</Header>}>
      <div className="person-head">
        {author.image ? <Picture src={author.image} alt="" width={64} /> : null}
        <div className="person-facts">
          <RichText html={author.overview} />
        </div>
      </div>
    </Container>
  );
}
