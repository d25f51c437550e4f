import type { Action, Resource } from '../../model/index.ts';
import { MoreActions } from '../actions/MoreMenu.tsx';

interface AsideActionsProps {
  readonly model: Resource;
  readonly actions: readonly Action[];
  /** There is room for an icon only. */
  readonly narrow: boolean;
}

/** What can be done to a list now and then: in a menu, so that its head stays one line. */
export default function AsideActions({ model, actions, narrow }: AsideActionsProps) {
  return <MoreActions model={model} actions={actions} look={narrow ? 'icon' : 'text'} />;
}
