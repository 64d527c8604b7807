import { viewerHeader } from "../../shared/platform/environment.ts";
import {
  compressedFiles,
  plainFolder,
  portalDocuments,
  portalFiles,
  portalFolders,
  takesBrotli,
} from "../../shared/platform/portal-files.ts";

/** Runs at the edge on each request for a portal path; `portalFile` of shared/platform/portal-files.ts, in CloudFront's dialect. */
export const singlePageCode = `function handler(event) {
  var request = event.request;
  if (new RegExp(${JSON.stringify(compressedFiles)}).test(request.uri)) {
    var accepts = request.headers["accept-encoding"];
    var takesBrotli = accepts && new RegExp(${JSON.stringify(takesBrotli)}).test(accepts.value);
    if (!takesBrotli) request.uri = ${JSON.stringify(plainFolder)} + request.uri;
    return request;
  }
  var isFile = ${JSON.stringify(portalFiles)}.indexOf(request.uri) >= 0;
  ${JSON.stringify(portalFolders)}.forEach(function (folder) {
    if (request.uri.indexOf(folder) === 0) isFile = true;
  });
  if (isFile) return request;
  var document = "/index.html";
  ${JSON.stringify(portalDocuments)}.forEach(function (entry) {
    if (new RegExp(entry[0]).test(request.uri)) document = entry[1];
  });
  request.uri = document;
  return request;
}`;

/** Runs at the edge on each call: what callers say of their own address is replaced. */
export const viewerAddressCode = `function handler(event) {
  event.request.headers["${viewerHeader}"] = { value: event.viewer.ip };
  return event.request;
}`;
