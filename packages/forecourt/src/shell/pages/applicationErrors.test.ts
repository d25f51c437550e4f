import { describe, expect, it } from 'vitest';
import { applicationErrors, type Application } from './applicationErrors.ts';

const GOOD: Application = {
  username: 'new.user',
  countryCode: '+66',
  phone: '081 234 5678',
  captcha: '012345',
  email: 'new@example.com',
  password: 'a secret',
};

describe('an application for an account', () => {
  it('is sent when everything is right', () => {
    expect(applicationErrors(GOOD)).toEqual({});
  });

  it('names everything that is missing', () => {
    const empty: Application = { username: '', countryCode: '', phone: '', captcha: '', email: '', password: '' };
    expect(applicationErrors(empty)).toEqual({
      username: 'msg.required',
      countryCode: 'msg.required',
      phone: 'msg.required',
      captcha: 'msg.badCaptcha',
      email: 'msg.required',
      password: 'msg.required',
    });
  });

  it.each([
    ['email', 'nobody', 'msg.badEmail'],
    ['password', '1234567', 'msg.password.tooShort'],
    ['phone', 'abc', 'msg.badPhone'],
    ['captcha', '12345', 'msg.badCaptcha'],
    ['username', 'a b', 'msg.badFormat'],
  ])('says of %s %j: %s', (name, value, message) => {
    expect(applicationErrors({ ...GOOD, [name]: value })).toEqual({ [name]: message });
  });
});
