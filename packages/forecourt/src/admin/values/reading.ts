type Drawn<Props> = (props: Props) => unknown;

/** Of a component, or of what loads it. */
type PropsOf<Component> = Component extends () => Promise<{ readonly default: Drawn<infer Props> }>
  ? Props
  : Component extends Drawn<infer Props>
    ? Props
    : never;

/** What the component may read of its record by its type, and has not said. */
type Unsaid<Component, Name> =
  PropsOf<Component> extends { readonly record?: infer Row } ? Exclude<keyof NonNullable<Row>, Name | 'id'> : never;

/** Part of a component that says what it reads of a record beside the value that it shows. */
export interface SaysReads {
  readonly reads: readonly string[];
}

/**
 * Says what a registered component of a cell or an action selects of its record, beside the id and the value of the
 * cell. A list asks for that and for no more. Nothing else can be read: the type of `record` must name it.
 *
 * @example const Lent = reading(['lent'], ({ record }: DisplayProps<{ readonly lent: boolean }>) => (record.lent ? '✓' : null));
 */
export const reading = <const Name extends string, Component extends Drawn<never>>(
  reads: readonly Name[],
  component: Component & ([Unsaid<Component, Name>] extends [never] ? unknown : never),
): Component & SaysReads => Object.assign(component as Component, { reads });
