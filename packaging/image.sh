#!/bin/sh
# image.sh FOLDER VERSION ARCHIVE: an OCI image of the unpacked tarball, as an archive (OCI image layout 1.0 in a tar file).
# There is no base image: its one layer has the tool, its libraries, the C library of this machine, and a user who is not
# root. `manifest.json` is for versions of Docker that do not read the layout.
set -eu
folder=$1
version=$2
archive=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
time=${SOURCE_DATE_EPOCH:-0}


case $(uname -m) in
x86_64) architecture=amd64 ;;
aarch64) architecture=arm64 ;;
*) architecture=$(uname -m) ;;
esac

# The files. The loader and the C library stay where the loader looks for them.
files=$work/files
mkdir -p "$files/usr" "$files/etc" "$files/work" "$files/tmp"
cp -a "$folder/bin" "$folder/lib" "$files/usr/"
mkdir -p "$files/usr/share/doc"
cp -a "$folder/share/crowfly" "$files/usr/share/"
cp -a "$folder/share/doc/crowfly" "$files/usr/share/doc/"
rm -f "$files/usr/lib/crowfly/crowfly_mpi.so"
ldd "$folder/bin/crowfly" | sed -n 's/^[^/]*\(\/[^ ]*\) (.*/\1/p' | while read -r library; do
    case ${library##*/} in
    ld-linux* | libc.so* | libm.so* | libdl.so* | libpthread.so*)
        mkdir -p "$files${library%/*}"
        cp -L "$library" "$files$library"
        ;;
    esac
done
echo 'crowfly:x:1000:1000:Crowfly:/work:/usr/bin/crowfly' >"$files/etc/passwd"
echo 'crowfly:x:1000:' >"$files/etc/group"
chmod 755 "$work/files" "$files/work"
chmod 1777 "$files/tmp"

# add FILE: the file as a blob; prints its digest.
blobs=$work/image/blobs/sha256
mkdir -p "$blobs"
add() {
    sum=$(sha256sum "$1" | cut -d ' ' -f 1)
    mv "$1" "$blobs/$sum"
    echo "$sum"
}
size_of() { stat -c %s "$blobs/$1"; }

tar -C "$files" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --format=gnu -cf "$work/layer.tar" .
unpacked=$(sha256sum "$work/layer.tar" | cut -d ' ' -f 1)
gzip -n "$work/layer.tar"
layer=$(add "$work/layer.tar.gz")

created=$(date -u -d "@$time" +%Y-%m-%dT%H:%M:%SZ)
cat >"$work/config" <<END
{"created": "$created", "architecture": "$architecture", "os": "linux",
 "config": {"User": "1000:1000", "Entrypoint": ["/usr/bin/crowfly"], "Cmd": ["--help"], "WorkingDir": "/work",
            "Env": ["PATH=/usr/bin"],
            "Labels": {"org.opencontainers.image.title": "Crowfly", "org.opencontainers.image.version": "$version",
                       "org.opencontainers.image.licenses": "Apache-2.0"}},
 "rootfs": {"type": "layers", "diff_ids": ["sha256:$unpacked"]},
 "history": [{"created": "$created", "created_by": "./package image"}]}
END
config=$(add "$work/config")
type=application/vnd.oci.image
cat >"$work/manifest" <<END
{"schemaVersion": 2, "mediaType": "$type.manifest.v1+json",
 "config": {"mediaType": "$type.config.v1+json", "digest": "sha256:$config", "size": $(size_of "$config")},
 "layers": [{"mediaType": "$type.layer.v1.tar+gzip", "digest": "sha256:$layer", "size": $(size_of "$layer")}]}
END
manifest=$(add "$work/manifest")
cat >"$work/image/index.json" <<END
{"schemaVersion": 2, "mediaType": "$type.index.v1+json",
 "manifests": [{"mediaType": "$type.manifest.v1+json", "digest": "sha256:$manifest", "size": $(size_of "$manifest"),
                "platform": {"architecture": "$architecture", "os": "linux"},
                "annotations": {"io.containerd.image.name": "docker.io/library/crowfly:$version",
                                "org.opencontainers.image.ref.name": "$version"}}]}
END
echo '{"imageLayoutVersion": "1.0.0"}' >"$work/image/oci-layout"
echo "[{\"Config\": \"blobs/sha256/$config\", \"RepoTags\": [\"crowfly:$version\"], \"Layers\": [\"blobs/sha256/$layer\"]}]" \
    >"$work/image/manifest.json"
tar -C "$work/image" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --format=gnu -cf "$archive" \
    blobs index.json manifest.json oci-layout
