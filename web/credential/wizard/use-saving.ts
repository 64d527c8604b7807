import { type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import type { Credential } from "../../../shared/credential/credential.ts";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { queries, write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { flash } from "../../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../../ui/forms/use-submit.ts";
import { remembered } from "./drafts.ts";
import { faultsOf } from "./publishing.ts";
import { lastStep, wizardSteps } from "./steps.ts";
import type { StepHandle } from "./wizard-context.ts";

/** What the buttons below a step do, and which of them is at work. */
export interface Saving {
  readonly busy: "continue" | "exit" | "publish" | undefined;
  readonly saveAndContinue: () => Promise<void>;
  readonly saveAndExit: () => Promise<void>;
  readonly publish: (whole: Credential) => void;
  readonly saveAndPublish: () => Promise<void>;
}

/** Saves the open step, whose form is `handle`, and goes on from it; a step that is not `open` to changes is left alone. */
export function useSaving({
  organization_id,
  credential,
  step,
  handle,
  open,
  home,
  place,
}: {
  readonly organization_id: string;
  readonly credential: Credential | undefined;
  readonly step: number;
  readonly handle: RefObject<StepHandle | undefined>;
  readonly open: boolean;
  /** Where somebody goes who is done. */
  readonly home: string;
  /** Where a step is, of this credential or of the one that it was just saved as. */
  readonly place: (to: number, credential_id?: string) => string;
}): Saving {
  const go = useNavigate();
  const timeZone = useSession().organization?.timezone;
  const [saving, setSaving] = useState<Saving["busy"]>();
  const take = (saved: Credential) => {
    const { credential_id } = saved;
    queries.setQueryData(api.credential.read.query({ organization_id, credential_id }).queryKey, saved);
    remembered(organization_id).keep(credential_id);
  };
  const saveAndContinue = async () => {
    if (!handle.current || !open) return go(place(step + 1));
    setSaving("continue");
    const saved = await handle.current.save().finally(() => setSaving(undefined));
    if (!saved) return;
    take(saved);
    const state = { savedAt: new Date().toISOString() };
    await go(place(step + 1, saved.credential_id), { replace: !credential, state });
  };
  const saveAndExit = async () => {
    if (!handle.current || !open) return go(home);
    setSaving("exit");
    const left = await handle.current.exit().finally(() => setSaving(undefined));
    if (!left) return;
    if (left.saved) take(left.saved);
    if (left.kept) {
      const again = left.kept.without ? ` You’ll need to choose ${left.kept.without} again.` : "";
      flash("info", `“${wizardSteps[step]?.title}” was saved as a draft.${again}`);
    }
    await go(home);
  };

  const publishing = useSubmit({
    send: (input: Pick<Credential, "organization_id" | "credential_id" | "version">) =>
      write(api.credential.publish, input),
    onDone: ({ status }) => {
      remembered(organization_id).drop();
      flash("success", status === "submitted" ? "Sent for approval." : "Published.");
      return go(home);
    },
    explain: (error) => {
      const changed = error instanceof ApiError && error.code === "credential.changed";
      flash(
        "error",
        changed ? "Someone else changed this credential. Check it again, then publish." : unforeseen(error),
      );
      return undefined;
    },
  });
  const publish = (whole: Credential) => {
    const { credential_id, version } = whole;
    const expired = faultsOf(whole, timeZone).find(({ field }) => field === "expiration_date");
    if (expired) flash("error", expired.message);
    else void publishing.submit({ organization_id, credential_id, version });
  };
  /** What is rejected was whole once: mending one step may be all that was asked for. */
  const saveAndPublish = async () => {
    if (!handle.current) return;
    setSaving("publish");
    const saved = await handle.current.save().finally(() => setSaving(undefined));
    if (!saved) return;
    take(saved);
    if (faultsOf(saved, timeZone).length > 0) return go(place(lastStep));
    publish(saved);
  };
  return { busy: publishing.pending ? "publish" : saving, saveAndContinue, saveAndExit, publish, saveAndPublish };
}
