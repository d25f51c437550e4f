import reactAdmin from '../framework/shell/i18n/zh.ts';
import application from '../../i18n/zh-CN.json';

export default { ...reactAdmin, ...application };
