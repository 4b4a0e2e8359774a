# The packages that ./package makes. Sourced after launch.sh.
packages=$root/build/packages
machine=$(uname -m)

# Libraries that every Linux system with the GNU C library has; all others are packed.
libc_libraries='linux-vdso ld-linux libc.so libm.so libdl.so libpthread.so librt.so'

prepare_packages() {
    need "$1"
    mkdir -p "$packages" || die "$exit_build" "cannot write to $packages"
    version=$("$tool" --version | sed -n '1s/^crowfly \([^ ]*\).*/\1/p')
    SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")
    export SOURCE_DATE_EPOCH
}

# packed FOLDER [NAME...]: a tar archive of these, on stdout, in an order and with owners and times that are always the same.
packed() {
    folder=$1
    shift
    tar -C "$folder" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$@"
}

make_deb() {
    prepare_packages "$deb_needs"
    log=$root/build/package.log
    (cd "$root/build/release" && cpack -G DEB) >"$log" 2>&1 || {
        cat "$log" >&2
        die "$exit_build" "CPack could not make the package"
    }
    rm -rf "$packages/_CPack_Packages"
    sed -n 's/^CPack: - package: \(.*\) generated\.$/\1/p' "$log"
}

# libraries_of FILE...: the paths of the libraries that they need, without those of the C library.
libraries_of() {
    ldd "$@" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u | while read -r library; do
        for name in $libc_libraries; do
            case ${library##*/} in "$name"*) continue 2 ;; esac
        done
        echo "$library"
    done
}

# stage_tarball: the folder that becomes the tarball. MPI is not packed: its launcher has to be of the same installation.
stage_tarball() {
    name=crowfly-$version-linux-$machine
    staged=$root/build/stage/$name
    rm -rf "$root/build/stage"
    cmake --install "$root/build/release" --prefix "$staged" --strip >"$root/build/package.log" 2>&1 ||
        die "$exit_build" "cmake --install failed, see build/package.log"
    files=$staged/bin/crowfly
    [ ! -e "$staged/lib/crowfly/crowfly_z3.so" ] || files="$files $staged/lib/crowfly/crowfly_z3.so"
    mkdir -p "$staged/lib/crowfly" "$staged/share/doc/crowfly/licences"
    libraries_of $files | while read -r library; do
        cp -L "$library" "$staged/lib/crowfly/" && chmod 644 "$staged/lib/crowfly/${library##*/}"
        owner=$(dpkg -S "$(readlink -f "$library")" 2>/dev/null | sed 's/:.*//')
        licence=/usr/share/doc/$owner/copyright
        [ -z "$owner" ] || [ ! -e "$licence" ] || cp -L "$licence" "$staged/share/doc/crowfly/licences/$owner"
    done
    cp "$root/LICENSE" "$staged/"
}

make_tarball() {
    prepare_packages "$tarball_needs"
    stage_tarball
    packed "$root/build/stage" "$name" | gzip -n >"$packages/$name.tar.gz" || die "$exit_build" "cannot write the tarball"
    echo "$packages/$name.tar.gz"
}

make_image() {
    prepare_packages "$tarball_needs"
    stage_tarball
    "$root/packaging/image.sh" "$staged" "$version" "$packages/$name.oci.tar" || die "$exit_build" "cannot write the image"
    echo "$packages/$name.oci.tar"
}
