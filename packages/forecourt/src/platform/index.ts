import type { ResourceDeclaration } from '../model/index.ts';
import apiKey from './resources/apiKey.ts';
import loginLog from './resources/loginLog.ts';
import menu from './resources/menu.ts';
import operationLog from './resources/operationLog.ts';
import outbox from './resources/outbox.ts';
import role from './resources/role.ts';
import signInProvider from './resources/signInProvider.ts';
import user from './resources/user.ts';
import webhook from './resources/webhook.ts';
import webhookDelivery from './resources/webhookDelivery.ts';

export { platformCodes } from './codes.ts';
export { schemaName } from './schemaName.ts';
/** To spread into an application's own declaration, where its users say more than the general ones. */
export { user as platformUser };

type Declarations = readonly ResourceDeclaration<never>[];

/** Resources that every application has: who may do what, and who did. */
export const platformResources: Declarations = [
  ...[user, role, menu, operationLog, loginLog, outbox],
  ...[apiKey, signInProvider, webhook, webhookDelivery],
];

/** Both, an application's own in place of the general one of the same schema. */
export const withPlatform = (platform: Declarations, own: Declarations): Declarations => [
  ...platform.filter((general) => !own.some((one) => one.schema === general.schema)),
  ...own,
];
