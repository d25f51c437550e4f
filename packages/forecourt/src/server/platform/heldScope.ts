import type { Context, Row, ServerModule } from '../contract.ts';
import { refuse, refuseFields } from '../errors.ts';
import { scopeProperty, scopesOfUsers } from '../http/index.ts';

type Scope = 'all' | readonly number[];

const NOT_HELD = 'msg.user.scopeNotHeld';

const isWithin = (scope: Scope, held: readonly number[]): boolean =>
  scope !== 'all' && scope.every((id) => held.includes(id));

export interface HeldScope {
  /** Throws unless the actor sees every scope record that this user sees. */
  require(user: Row, context: Context): Promise<void>;
  /** Throws unless the actor sees every scope record that a user saved with these values will see; says it at the field that is to blame. */
  requireSaved(before: Row | null, values: Row, context: Context): Promise<void>;
}

/**
 * Who sees some scope records only neither makes nor takes over an account that sees more. The scope of a row is what the application derives
 * from it (`userScope`), whatever columns decide it.
 */
export function heldScope(module: Pick<ServerModule, 'userColumns' | 'userScope'>): HeldScope {
  const scopesOf = (rows: readonly Row[], { db, model }: Context): Promise<readonly Scope[]> =>
    scopesOfUsers(db, { model, module }, rows);

  /** Sent properties without which the user would see no more than the actor: with the actor's own value in their place. */
  async function blamed(saved: Row, sent: readonly string[], held: readonly number[], context: Context) {
    const own = await context.row('user', context.actor.id);
    const scopes = await scopesOf(
      sent.map((name) => ({ ...saved, [name]: own[name] })),
      context,
    );
    return sent.filter((_name, index) => isWithin(scopes[index]!, held));
  }

  return {
    async require(user, context) {
      const { scope } = context.actor;
      if (scope === 'all') return;
      const [seen] = await scopesOf([user], context);
      if (!isWithin(seen!, scope)) throw refuse(NOT_HELD);
    },
    async requireSaved(before, values, context) {
      const { scope } = context.actor;
      if (scope === 'all') return;
      const saved = { ...before, ...values };
      const [seen] = await scopesOf([saved], context);
      if (isWithin(seen!, scope)) return;
      const { byName } = context.model.entities.get('user')!;
      const sent = Object.keys(values).filter((name) => byName.has(name));
      const property = scopeProperty(context.model);
      // The own list first: a foreign record in it is the plainest reason.
      const [field] = (await blamed(saved, sent, scope, context)).toSorted(
        (a, b) => Number(b === property) - Number(a === property),
      );
      throw field === undefined ? refuse(NOT_HELD) : refuseFields({ [field]: NOT_HELD });
    },
  };
}
