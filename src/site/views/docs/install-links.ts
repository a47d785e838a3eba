/** What clients call the server. */
const SERVER_NAME = 'llms-txt-directory';

/**
 * Links that add the MCP server at `url` to a client, by the placeholder of each: as
 * https://cursor.com/docs/mcp/install-links and https://code.visualstudio.com/api/extension-guides/ai/mcp describe them.
 */
export function installLinks(url: string): [string, string][] {
  const cursor = Buffer.from(JSON.stringify({ url })).toString('base64');
  const vsCode = JSON.stringify({ name: SERVER_NAME, type: 'http', url });
  return [
    [
      'INSTALL_IN_CURSOR',
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${encodeURIComponent(cursor)}`,
    ],
    ['INSTALL_IN_VS_CODE', `vscode:mcp/install?${encodeURIComponent(vsCode)}`],
  ];
}
