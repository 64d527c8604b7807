import { createContext, useContext } from "react";
import type { FieldValues } from "react-hook-form";
import type { Credential } from "../../../shared/credential/credential.ts";
import type { CallFormOptions } from "../../ui/forms/use-call-form.ts";
import type { Unfinished } from "./use-unfinished.ts";

/** What a step's form tells the frame around it. */
export interface StepHandle {
  /** Checks and saves; undefined when it was refused, and the form says why. */
  readonly save: () => Promise<Credential | undefined>;
  /** Saves what is whole, keeps what is not; undefined when neither could be done, and the page says why. */
  readonly exit: () => Promise<Exit | undefined>;
}

/** How a step was left: with nothing new, saved whole, or kept unfinished. */
export interface Exit {
  readonly saved?: Credential;
  /** What of the typing cannot be kept, if anything. */
  readonly kept?: { readonly without: string | undefined };
}

/** What the frame gives to the step inside it. */
export interface Wizard {
  readonly organization_id: string;
  /** The open step, 0 to 5. */
  readonly step: number;
  /** Undefined until step 0 of a new draft is saved. */
  readonly credential: Credential | undefined;
  /** Where the open step's typing is kept until it is saved. */
  readonly draft: NonNullable<CallFormOptions<FieldValues, unknown, unknown>["draft"]>;
  /** Steps with typing that is not saved: what is shown of the credential lacks it. */
  readonly unsaved: ReadonlySet<number>;
  /** What is kept of the steps before they are whole. */
  readonly unfinished: Unfinished;
  /** Notes whether something is typed in the open step that is not saved. */
  readonly noteUnsaved: (unsaved: boolean) => void;
  /** Notes whether what was to be saved of the open step is wrong somewhere. */
  readonly noteRefused: (refused: boolean) => void;
  /** Notes the title as it is typed. */
  readonly noteTitle: (title: string) => void;
  readonly attach: (handle: StepHandle | undefined) => void;
  readonly goTo: (step: number) => void;
}

const Context = createContext<Wizard | undefined>(undefined);

/** Gives the steps below it their wizard. */
export const WizardProvider = Context.Provider;

/** The wizard around a step. */
export function useWizard(): Wizard {
  const wizard = useContext(Context);
  if (!wizard) throw new Error("A step needs the wizard around it.");
  return wizard;
}

/** The wizard around a step that opens only once the draft exists. */
export function useDraft(): Wizard & { readonly credential: Credential } {
  const { credential, ...wizard } = useWizard();
  if (!credential) throw new Error("This step needs a saved draft.");
  return { ...wizard, credential };
}
