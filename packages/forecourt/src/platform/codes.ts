import type { CodeTables } from '../model/index.ts';

/** Code tables of the general resources, and the two that every application uses. Labels are `codes.<table>.<code>`. */
export const platformCodes = {
  yesNo: [{ code: 1 }, { code: 0 }],
  enabled: [
    { code: 1, tone: 'done' },
    { code: 0, tone: 'off' },
  ],
  dataScope: [{ code: 0 }, { code: 1 }],
  userStatus: [
    { code: 1, tone: 'done' },
    { code: 0, tone: 'late' },
  ],
  invitationState: [
    { code: 1, tone: 'waiting' },
    { code: 2, tone: 'late' },
  ],
  apiKeyAgents: [
    { code: 0, tone: 'off' },
    { code: 1, tone: 'done' },
    { code: 2, tone: 'active' },
  ],
  apiKeyStatus: [
    { code: 1, tone: 'done' },
    { code: 0, tone: 'off' },
  ],
  webhookStatus: [
    { code: 1, tone: 'done' },
    { code: 0, tone: 'off' },
    { code: 2, tone: 'late' },
  ],
  menuType: [{ code: 1 }, { code: 2 }, { code: 3 }],
  loginResult: [
    { code: 1, tone: 'done' },
    { code: 0, tone: 'late' },
  ],
  messageState: [
    { code: 'queued', tone: 'waiting' },
    { code: 'sent', tone: 'done' },
    { code: 'failed', tone: 'late' },
    { code: 'notSent', tone: 'off' },
  ],
} as const satisfies CodeTables;
