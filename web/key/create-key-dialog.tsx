import Checkbox from "@cloudscape-design/components/checkbox";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useId, useState } from "react";
import * as z from "zod";
import { type KeyScope, keyScopes } from "../../shared/http/key-scopes.ts";
import { create } from "../../shared/key/calls.ts";
import { keyDays, keyNameMax, scopeWords } from "../../shared/key/key.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { ShownOnce } from "../ui/dialogs/shown-once.tsx";
import { FormView } from "../ui/forms/call-form.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { useField } from "../ui/forms/use-field.ts";

const { name, scopes } = create.input.shape;
const Fields = z.object({ name, scopes, days: z.number() });

const ends = [
  { value: 30, label: "In 30 days" },
  { value: 90, label: "In 90 days" },
  { value: keyDays.offered, label: "In one year" },
  { value: keyDays.max, label: "In two years" },
];

/** Makes a key, and shows it: this once. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { organization_id } = useSession();
  const [made, setMade] = useState<string>();
  const of = useCallForm<z.input<typeof Fields>, z.output<typeof Fields>, { readonly key: string }>({
    resolver: resolverFor(Fields),
    values: { name: "", scopes: [], days: keyDays.offered },
    send: (fields) => write(api.key.create, { organization_id, ...fields }),
    onDone: ({ key }) => setMade(key),
  });
  if (made !== undefined) return <ShownOnce title="Your new API key" name="API key" text={made} onClose={onClose} />;
  return (
    <FormDialog title="Create API key" onClose={onClose}>
      <FormView of={of} submit="Create API key" onCancel={onClose} guarded={false}>
        <TextField
          name="name"
          label="Name"
          hint="What uses it, such as Student records."
          lengthMax={keyNameMax}
          autoComplete="off"
          stretch
        />
        <ScopesField />
        <SelectField name="days" label="Expires" choices={ends} />
      </FormView>
    </FormDialog>
  );
}

function ScopesField() {
  const { value = [], set, error, ref } = useField<readonly KeyScope[] | undefined>({ name: "scopes" });
  const label = useId();
  return (
    <FormField label={<span id={label}>Scopes</span>} errorText={error} stretch>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second legend */}
      <div role="group" aria-labelledby={label}>
        <SpaceBetween size="xs">
          {keyScopes.map((scope, at) => (
            <Checkbox
              key={scope}
              {...(at === 0 && { ref })}
              checked={value.includes(scope)}
              description={<code>{scope}</code>}
              onChange={({ detail }) =>
                set(keyScopes.filter((each) => (each === scope ? detail.checked : value.includes(each))))
              }
            >
              {scopeWords[scope]}
            </Checkbox>
          ))}
        </SpaceBetween>
      </div>
    </FormField>
  );
}
