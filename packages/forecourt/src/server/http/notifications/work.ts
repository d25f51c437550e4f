import type { Row, ServerModule, Work } from '../../contract.ts';
import type { DataLayer } from '../../data/index.ts';
import type { MailSettings } from '../../mail/index.ts';
import type { Messages } from '../../messages.ts';
import { everybody } from '../actors.ts';
import { NOTICE_MAIL, noticeMail } from './mailWork.ts';

/** The background work that tells users what has happened, and the one that finds what has become due. */
export const NOTICES = '_notices';
export const DUE_NOTICES = '_dueNotices';

const NOTICES_EVERY_MS = 2_000;
const DUE_EVERY_MS = 60_000;

interface NoticeParts {
  readonly data: DataLayer;
  readonly module: ServerModule;
  readonly messages: Messages;
  readonly mail: MailSettings | undefined;
}

/** Nothing where an application tells nobody of anything. */
export function noticeWork({ data, module, messages, mail }: NoticeParts): Readonly<Record<string, Work>> {
  const kinds = module.notifications ?? {};
  if (Object.keys(kinds).length === 0) return {};
  const source = { model: data.model, module };
  return {
    [DUE_NOTICES]: { everyMs: DUE_EVERY_MS, run: ({ now }) => data.notices.findDue(now) },
    [NOTICES]: {
      everyMs: NOTICES_EVERY_MS,
      run: ({ now }) =>
        data.notices.spread(now, async (client) =>
          (await everybody(client, source)).map(({ actor, user }) => ({
            actor,
            switches: (user['notification'] as Row | null) ?? {},
          })),
        ),
    },
    ...(mail && {
      [NOTICE_MAIL]: noticeMail({
        data,
        kinds,
        messages,
        mail,
        everybody: () => data.transaction((_db, client) => everybody(client, source)),
      }),
    }),
  };
}
