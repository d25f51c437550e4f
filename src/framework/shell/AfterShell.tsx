import { useEffect } from 'react';
import { useSessionInfo } from '../admin/index.ts';
import { hideHeaderOnScroll } from './hideHeader.ts';
import { useLayoutSetting } from './layoutSettings.ts';
import { startWatermark } from './watermark.ts';

/** `username name`, or one of them where they are equal (D-SHELL-05). */
export const watermarkText = (username: string, name: string): string =>
  [...new Set([username, name])].filter(Boolean).join(' ');

/** What begins once the shell stands: the watermark, and the header that hides while the page scrolls down. */
export default function AfterShell() {
  const info = useSessionInfo();
  const text = info && watermarkText(info.username, info.name);
  useEffect(() => (text ? startWatermark(text) : undefined), [text]);

  const fixed = useLayoutSetting('fixed_header')[0] === 'on';
  const hides = useLayoutSetting('auto_hide_header')[0] === 'on' && fixed;
  useEffect(() => (hides ? hideHeaderOnScroll() : undefined), [hides]);
  return null;
}
