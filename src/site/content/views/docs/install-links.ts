const SERVER_NAME = 'llms-txt-directory';

/**
 * Returns links that add the MCP server at `url` to a client, by placeholder
 * (https://cursor.com/docs/mcp/install-links, https://code.visualstudio.com/api/extension-guides/ai/mcp).
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
