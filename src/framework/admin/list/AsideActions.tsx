import type { Action, Resource } from '../../model/index.ts';
import { MoreActions } from '../actions/MoreMenu.tsx';

/** What can be done to a list now and then: in a menu, so that its head stays one line. */
export default function AsideActions({ model, actions }: { model: Resource; actions: readonly Action[] }) {
  return <MoreActions model={model} actions={actions} look="text" />;
}
