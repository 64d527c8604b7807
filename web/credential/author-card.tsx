import type { Credential } from "../../shared/credential/credential.ts";
import { Panel } from "../ui/look/panel.tsx";
import { Picture } from "../ui/look/pictures/picture.tsx";
import { RichText } from "../ui/look/rich-text.tsx";

/** Who wrote a credential for its organization, as their account page tells it. */
export function AuthorCard({ author }: { readonly author: NonNullable<Credential["author"]> }) {
  return (
    <Panel title={`Written by ${author.name}`}>
      <div className="person-head">
        {author.image ? <Picture src={author.image} alt="" width={64} /> : null}
        <div className="person-facts">
          <RichText html={author.overview} />
        </div>
      </div>
    </Panel>
  );
}
