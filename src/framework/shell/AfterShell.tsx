import { useEffect } from 'react';
import { useSessionInfo } from '../admin/index.ts';
import { hideHeaderOnScroll } from './hideHeader.ts';
import { keepLastSight } from './lastSight/keep.ts';
import { useLayoutSetting } from './layoutSettings.ts';
import { startWatermark, watermarkText } from './watermark.ts';

/** What begins once the shell stands: the watermark, the header that hides while the page scrolls down, and the picture for the next time. */
export default function AfterShell() {
  const info = useSessionInfo();
  const text = info && watermarkText(info.username, info.name);
  useEffect(() => (text ? startWatermark(text) : undefined), [text]);

  useEffect(keepLastSight, []);

  const fixed = useLayoutSetting('fixed_header')[0] === 'on';
  const hides = useLayoutSetting('auto_hide_header')[0] === 'on' && fixed;
  useEffect(() => (hides ? hideHeaderOnScroll() : undefined), [hides]);
  return null;
}
