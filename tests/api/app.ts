import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { application as product } from '../../src/application.ts';
import type { Application, Database } from 'forecourt/server';
import {
  firstStart,
  PASSWORD,
  runApplication,
  type Client,
  type RunningApplication,
  type RunOptions,
} from '../application.ts';
import { prepareTemplate } from '../postgres.ts';

export { PASSWORD, type Answer, type Client, type Query } from '../application.ts';

/** Role codes of the first start; each has one user of the same name who sees all stores. `admin` is the super administrator. */
export type Role = 'admin' | 'ops' | 'storeManager' | 'clerk' | 'delivery' | 'pickup' | 'finance' | 'fleet' | 'service';

export interface TestApp extends RunningApplication {
  as(role: Role): Promise<Client>;
}

export interface TestAppOptions extends Pick<RunOptions, 'clientDir' | 'clock' | 'commands' | 'deadline' | 'settings'> {
  /** Another application than the product; its first start makes `admin` only. */
  readonly application?: Application;
  /** Further first records, in the name of the template they are kept in. */
  readonly fill?: { readonly name: string; run(db: Database): Promise<void> };
  /** One user a role beside the administrator; default yes. */
  readonly withUsers?: boolean;
}

/** Of the least cost: the product takes 50 ms a password, and tests sign in a thousand times. What users save costs what the product says. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** One user a role, beside the super administrator of the first start. */
async function seedUsers(db: Database): Promise<void> {
  const password = await hash(PASSWORD, CHEAP);
  await sql`update "user" set password = ${password}`.execute(db);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", status)
    select code, code, '+6690000' || lpad(id::text, 4, '0'), ${password}, id, 0, 1 from role where code <> 'super'
  `.execute(db);
}

function template({ fill, withUsers = true }: TestAppOptions): Promise<string> {
  return prepareTemplate(`product_${fill?.name ?? 'plain'}${withUsers ? '' : '_bare'}`, (connection) =>
    firstStart(product, connection, async (db) => {
      if (withUsers) await seedUsers(db);
      await fill?.run(db);
    }),
  );
}

/**
 * The product on a database of its own, built by the function production uses, with the first-start records and one user a role.
 * Close it in `afterAll`.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { application = product, fill, withUsers: _withUsers, ...others } = options;
  const source =
    application === product ? { template: await template(options) } : fill && { fill: (db: Database) => fill.run(db) };
  const running = await runApplication(application, { ...others, ...source });
  const clients = new Map<Role, Promise<Client>>();
  return {
    ...running,
    as(role) {
      let client = clients.get(role);
      if (!client) clients.set(role, (client = running.signIn(role)));
      return client;
    },
  };
}
