import { type ReactNode, useId, useState } from "react";
import { Icon } from "./pictures/icon.tsx";
import "./panel.css";

/** A titled part of a page, in a frame. */
export function Panel({
  footer,
  children,
  ...heading
}: Partial<PanelHeading> & {
  /** Below a line, as wide as the panel. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { title } = heading;
  return (
    <div className="panel">
      {title === undefined ? null : <PanelHeader {...heading} title={title} />}
      <div className="panel-content">{children}</div>
      {footer ? <div className="panel-foot">{footer}</div> : null}
    </div>
  );
}

interface PanelHeading {
  readonly title: ReactNode;
  readonly level?: 2 | 3 | 4;
  /** Beside the title, such as `(3)`. */
  readonly counter?: string;
  readonly description?: ReactNode;
  /** At the right of the title; below the description on a phone. */
  readonly actions?: ReactNode;
}

/** The heading of a panel, or of several. */
export function PanelHeader({ title, level = 2, counter, description, actions }: PanelHeading) {
  const Heading = `h${level}` as const;
  return (
    <div className="panel-heading">
      <div className="panel-title">
        <Heading>
          {title}
          {counter ? <span className="panel-counter"> {counter}</span> : null}
        </Heading>
        {description ? <p className="panel-description">{description}</p> : null}
        {actions ? <div className="panel-actions">{actions}</div> : null}
      </div>
    </div>
  );
}

const gaps = { s: "stack stack-s", m: "stack stack-m", l: "stack stack-l" } as const;

/** Children below each other, 12, 16 or 20 px apart. */
export function Stack({ gap, children }: { readonly gap: keyof typeof gaps; readonly children: ReactNode }) {
  return <div className={gaps[gap]}>{children}</div>;
}

/** A part that its heading opens and closes; `framed` puts it in a frame of its own, as a panel. */
export function Disclosure({
  title,
  level = 3,
  open: openFirst = false,
  mustOpen = false,
  framed = false,
  children,
}: {
  readonly title: string;
  readonly level?: 2 | 3 | 4;
  readonly open?: boolean;
  /** Something in it has to be seen. */
  readonly mustOpen?: boolean;
  readonly framed?: boolean;
  readonly children: ReactNode;
}) {
  const [wanted, setOpen] = useState(openFirst);
  const open = wanted || mustOpen;
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <div className={framed ? "panel disclosure disclosure-framed" : "disclosure"}>
      <Heading>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Icon name={open ? "angleDown" : "angleRight"} />
          {title}
        </button>
      </Heading>
      <div id={id} className="disclosure-content" hidden={!open}>
        {children}
      </div>
    </div>
  );
}
