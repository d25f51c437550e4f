import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { application } from '../../src/application.ts';
import { choiceKeys, privateFilePath } from 'forecourt/model';
import type { Command } from 'forecourt/server';

export interface RegisteredRoute {
  readonly method: string;
  /** As Fastify has it: `/api/order/info/:id`. */
  readonly url: string;
  readonly permission: string | readonly string[] | undefined;
  /** No API key is enough: it is about the session, or needs a recent proof of the password. */
  readonly personOnly: boolean;
}

const registered = new WeakMap<object, RegisteredRoute[]>();

// Fastify announces every new server before anything is registered on it, so that nothing can be registered unseen.
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const routes: RegisteredRoute[] = [];
  registered.set(fastify, routes);
  fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    const personOnly = config?.sessionOnly === true || config?.proof === true;
    for (const one of [method].flat()) routes.push({ method: one, url, permission: config?.permission, personOnly });
  });
});

/** Every route that a running server has registered. Import this module before the server is built. */
export function routesOf(app: FastifyInstance): readonly RegisteredRoute[] {
  const routes = registered.get(app);
  if (!routes || routes.length === 0) throw new Error('the server was built before anybody listened');
  return routes;
}

/** The command that serves a route, if one does. */
function commandOf({ method, url }: Pick<RegisteredRoute, 'method' | 'url'>): Command | undefined {
  const path = pathOf(url);
  return application.module.commands?.find((command) => command.method === method && command.path === path);
}

/** A Fastify address as the model writes it: below /api, with braces. */
export const pathOf = (url: string): string => url.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}');

/** What the model says a route of the generic calls needs, by `METHOD /path`. Derived from the declarations alone, not from the routes. */
export function generatedPermissions(): ReadonlyMap<string, string | readonly string[]> {
  const needed = new Map<string, string | readonly string[]>();
  for (const { path, permission = 'session' } of application.model.dashboards) {
    needed.set(`GET ${path}`, permission);
    needed.set(`GET ${path}/export`, permission);
  }
  for (const resource of application.model.resources.values()) {
    const { name, dialect, api, permission, entity, report, list } = resource;
    const key = (word: 'add' | 'edit' | 'delete' | 'detail' | 'export' | 'import'): string => {
      const replaced = permission.words?.[word] ?? word;
      return `${permission.base}-${replaced}`;
    };
    const say = (method: string, path: string | undefined, permissions: string | readonly string[]): void => {
      if (path !== undefined) needed.set(`${method} ${path}`, permissions);
    };
    say('GET', api.list, permission.route);
    say('GET', api.options, choiceKeys(application.model, resource));
    // A form opens what it edits; refunds and logs have none for what is stored.
    const edited =
      !entity.log &&
      (dialect === 'simple-rest' || api.save !== undefined) &&
      entity.schema['x-states']?.editable?.length !== 0;
    const opening = edited ? [key('detail'), key('edit')] : [key('detail')];
    say('GET', api.info, opening);
    say(
      'GET',
      api.export ?? (api.list || dialect === 'simple-rest' ? `/resources/${name}/export` : undefined),
      key('export'),
    );
    say('GET', report?.path, permission.route);
    // Steps between states that no command takes.
    for (const { name: step, post, keys } of resource.actions)
      if (
        post === `/resources/${name}/{id}/${step}` &&
        entity.schema['x-states']?.transitions.some(({ action }) => action === step)
      )
        say('POST', post, keys);
    if (list.tabs.length > 0) needed.set(`GET /resources/${name}/tabs`, permission.route);
    if ((list.views.calendar?.counts.length ?? 0) > 0) needed.set(`GET /resources/${name}/days`, permission.route);
    say('GET', report && `${report.path}/export`, key('export'));
    if (name === 'operationLog') needed.set(`GET /resources/${name}/{id}/changes`, key('detail'));
    if (entity.history) needed.set(`GET /resources/${name}/{id}/history`, opening);
    for (const other of application.model.entities.values())
      for (const field of other.fields)
        if (field.privateBy?.resource === name) needed.set(`GET ${privateFilePath(other.name, field)}`, key('detail'));
    if (entity.log) continue;
    const saves = dialect === 'simple-rest' || (api.save && !commandOf({ method: 'POST', url: api.save }));
    if (entity.history && saves) {
      needed.set(`GET /resources/${name}/{id}/history/{entry}`, key('edit'));
      needed.set(`POST /resources/${name}/{id}/history/{entry}/restore`, key('edit'));
    }
    if (api.importAtOnce) needed.set(`POST ${api.importAtOnce}`, key('import'));
    if (api.importTemplate) needed.set(`GET ${api.importTemplate}`, key('import'));
    if (api.import || api.save || dialect === 'simple-rest') {
      const path = api.import ?? `/resources/${name}/import`;
      for (const call of [
        `GET ${path}`,
        `POST ${path}`,
        `GET ${path}/template`,
        `GET ${path}/{id}`,
        `DELETE ${path}/{id}`,
      ])
        needed.set(call, key('import'));
      needed.set(`POST ${path}/{id}/run`, key('import'));
    }
    say('POST', api.save, [...new Set([key('add'), key('edit')])]);
    if (entity.deletion === 'never') continue;
    say('DELETE', api.delete, key('delete'));
    say('POST', api.deleteMany, key('delete'));
    if (entity.deletion === 'soft' && (dialect === 'simple-rest' || api.delete || api.deleteMany))
      needed.set(`POST /resources/${name}/undelete`, key('delete'));
  }
  for (const { method, path, permission } of application.module.commands ?? [])
    needed.set(`${method} ${path}`, permission);
  return needed;
}
