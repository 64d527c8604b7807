import Button from "@cloudscape-design/components/button";
import type { stopFactorReset } from "../../../shared/auth/factor-calls.ts";
import type { InputOf } from "../../../shared/http/call.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../../ui/forms/use-submit.ts";

/** The button that keeps two-step sign-in which is to be turned off; `done` is said then. */
export function StopReset({ of, done }: { readonly of: InputOf<typeof stopFactorReset>; readonly done: string }) {
  const stop = useSubmit<void, unknown, undefined>({
    send: () => write(api.auth.stopFactorReset, of),
    onDone: () => flash("success", done),
    explain: (error) => void flash("error", unforeseen(error)),
  });
  return (
    <Button loading={stop.pending} onClick={() => void stop.submit()}>
      Stop
    </Button>
  );
}
