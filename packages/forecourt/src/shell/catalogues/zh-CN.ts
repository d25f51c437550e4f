import framework from '../../i18n/zh-CN.json';
import reactAdmin from '../i18n/zh.ts';

export default { ...reactAdmin, ...framework };
