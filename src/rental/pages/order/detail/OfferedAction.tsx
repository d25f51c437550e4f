import { ActionButton, offeredActions, useCanDo } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import type { OrderInfo } from '../info/orderInfo.ts';

interface OfferedActionProps {
  readonly model: Resource;
  readonly order: OrderInfo;
  readonly name: string;
}

/** One step beside the records that it is about; nothing while the server does not offer it. */
export function OfferedAction({ model, order, name }: OfferedActionProps) {
  const canDo = useCanDo();
  const action = offeredActions(model, order, canDo).find((one) => one.name === name);
  return action ? <ActionButton model={model} action={action} record={order} /> : null;
}
