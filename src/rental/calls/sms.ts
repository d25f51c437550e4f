import { defineCall, FLAG, ID, list, NOTHING, object, orNull, STRING, typed, type TypeOf } from 'forecourt/calls';
import { code } from './parts.ts';

/** As the schema of a phone has it. */
export const PHONE =
  '^[+＋(（]?[0-9０-９๐-๙+＋][0-9０-９๐-๙+＋*×./()（） –－-]{2,28}( ?([,，;；#＃xX转轉]|[Ee]xt[.]?|分机|ต่อ) ?:?[0-9０-９๐-๙]{1,8})?$';

const SETTINGS = object(
  {
    id: ID,
    supplierId: ID,
    supplierName: STRING,
    enabled: FLAG,
    type: code('smsProvider'),
    signature: STRING,
    accessKey: STRING,
    secret: STRING,
    endpoint: STRING,
    appId: STRING,
    createdTemplate: STRING,
    createdTemplateCode: STRING,
    cancelledTemplate: STRING,
    cancelledTemplateCode: STRING,
    textTemplateCode: STRING,
    variables: orNull(list(STRING)),
    testPhone: STRING,
  },
  { createTime: STRING, updateTime: STRING },
);
export type SmsSettings = TypeOf<typeof SETTINGS>;

interface SavedSettings {
  readonly supplierId?: number;
  readonly id?: number;
  readonly [property: string]: unknown;
}

export const smsCalls = {
  smsSettings: defineCall({
    method: 'GET',
    path: '/supplier/smsseting/{id}',
    summary: 'SMS settings of a supplier',
    permission: 'supplier-detail',
    input: object({ id: ID }),
    answer: SETTINGS,
  }),
  saveSmsSettings: defineCall({
    method: 'POST',
    path: '/supplier/savesmsseting',
    summary: 'Save the SMS settings of a supplier',
    permission: 'supplier-edit',
    proof: true,
    // The generic save behind it refuses what the schema does not know.
    input: typed<SavedSettings>({ type: 'object', additionalProperties: true, properties: { supplierId: ID, id: ID } }),
    answer: NOTHING,
    log: { module: 'smsSetting', action: 'save', object: 'supplierId' },
    success: 'msg.success.save',
  }),
  testSms: defineCall({
    method: 'POST',
    path: '/supplier/testsms',
    summary: 'Send a test message by the stored settings',
    permission: 'supplier-edit',
    perMinute: 10,
    input: object(
      { supplierId: ID },
      { phone: { type: 'string', maxLength: 30 }, template: { enum: ['created', 'cancelled'] } },
    ),
    answer: object({ messageId: ID, provider: orNull(STRING) }),
    log: { module: 'smsSetting', action: 'test', object: 'supplierId' },
    success: 'msg.success.send',
  }),
  memberSms: defineCall({
    method: 'POST',
    path: '/member/sendsms',
    summary: 'Send a text to a phone',
    permission: 'member-edit',
    perMinute: 30,
    input: object(
      {
        phone: { type: 'string', minLength: 1, maxLength: 30, pattern: PHONE },
        content: { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' },
      },
      { countryCode: { type: 'string', maxLength: 5, pattern: '^(\\+[0-9]{1,4})?$' } },
    ),
    answer: object({ messageId: ID }),
    log: { module: 'member', action: 'sendsms' },
    success: 'msg.sms.queued',
  }),
};
