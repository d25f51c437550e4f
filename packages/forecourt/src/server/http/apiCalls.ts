import type { Command, ServerModule } from '../contract.ts';
import type { DataLayer } from '../data/index.ts';
import type { Messages } from '../messages.ts';
import { dashboardCommands } from './dashboards/index.ts';
import { dayCommands } from './days.ts';
import { notificationCommands } from './notifications/index.ts';
import { describeApi } from './openapi.ts';
import type { Json } from './openapiParts.ts';
import { relatedCommands } from './related.ts';
import { reportCommands } from './reports.ts';
import { tabCommands } from './tabs.ts';
import { transitionCommands } from './transitions.ts';

interface CallParts {
  readonly data: DataLayer;
  readonly module: ServerModule;
  readonly messages: Messages;
  readonly settings: {
    readonly defaultZone: string;
    readonly publicUrl?: { readonly path: string } | undefined;
    readonly mail?: unknown;
  };
}

/** The commands of an application with those that follow from its model, and the description of all its calls. */
export interface ApiCalls {
  readonly commands: readonly Command[];
  readonly title: string;
  describe(): Json;
}

export function apiCalls({ data, module, messages, settings }: CallParts): ApiCalls {
  const { model } = data;
  const commands = [
    ...(module.commands ?? []),
    ...transitionCommands(model, module.commands ?? []),
    ...relatedCommands(model),
    ...reportCommands(model),
    ...tabCommands(model),
    ...dayCommands(model),
    ...dashboardCommands(model, settings.defaultZone),
    ...notificationCommands({ data, module, messages, mailReady: settings.mail !== undefined }),
  ];
  const title = messages.t(messages.asked('en'))('app.title');
  let described: Json | undefined;
  return {
    commands,
    title,
    describe: () =>
      (described ??= describeApi(model, { commands, hooks: module.hooks, title, basePath: settings.publicUrl?.path })),
  };
}
