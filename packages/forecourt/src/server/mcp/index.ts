export { addMcp, type AgentKey } from './addMcp.ts';
export { agentCall, type AgentCall } from './agentCall.ts';
